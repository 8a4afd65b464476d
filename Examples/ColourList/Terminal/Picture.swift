import ColourListApp

/// The list as lines of text with colours.
enum Picture {
  /// What a controller's controls do.
  static let padHint =
    "left stick scrolls · right stick moves · Circle selects · OPTIONS reloads · q quits"
  /// What the keys do that play one.
  static let keyHint = "w and s scroll · arrows move · Return selects · o reloads · q quits"

  @MainActor
  static func lines(
    of list: ColourListController, columns: Int, hint: String = padHint
  ) -> [String] {
    let width = max(20, min(columns, 100))
    // A line that wraps would push the picture up.
    func fitting(_ text: String) -> String {
      text.count <= columns ? text : String(text.prefix(max(0, columns - 1))) + "…"
    }
    let pointerColumn = Int(list.pointer.x * Double(width - 1))
    let title = fitting("Colours  \(list.message)")
    var lines = ["\u{1b}[1m\(title.prefix(7))\u{1b}[0m\(title.dropFirst(7))", ""]
    let first = Int(list.scroll.rounded(.down))
    for row in 0..<list.visibleRows {
      let index = first + row
      guard index < list.colours.count else { break }
      let colour = list.colours[index]
      let mark = index == list.selection ? "● " : "  "
      var text = Array(mark + colour.hex)
      while text.count < width { text.append(" ") }
      let isLight = Int(colour.red) * 3 + Int(colour.green) * 6 + Int(colour.blue) > 1300
      let ink = isLight ? "0;0;0" : "255;255;255"
      let paint =
        "\u{1b}[48;2;\(colour.red);\(colour.green);\(colour.blue)m\u{1b}[38;2;\(ink)m"
      if row == list.pointerLine {
        let before = String(text[..<pointerColumn])
        let after = String(text[(pointerColumn + 1)...])
        lines.append("\(paint)\(before)\u{1b}[7m◆\u{1b}[27m\(after)\u{1b}[0m")
      } else {
        lines.append("\(paint)\(String(text))\u{1b}[0m")
      }
    }
    lines += ["", fitting(hint)]
    return lines
  }
}
