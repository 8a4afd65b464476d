#if os(Linux)
  import FudeModel
  import FudePadSources

  /// A controller as text, with what is held lit up.
  struct PadPicture {
    /// Whether parts are lit with colours; otherwise a held button stands in brackets.
    var hasColours = true

    private static let drawing = [
      "    ╭─ L2 ────────╮                  ╭──────── R2 ─╮    ",
      "    │             │                  │             │    ",
      "  ╭─┴─────────────┴──────────────────┴─────────────┴─╮  ",
      "  │                                                  │  ",
      "  │                 ╭────────────╮                   │  ",
      "  │                 │            │                   │  ",
      "  │                 │            │                   │  ",
      "  │                 ╰────────────╯                   │  ",
      "  │         ╭───────╮            ╭───────╮           │  ",
      "  │         │       │            │       │           │  ",
      "  │         │       │            │       │           │  ",
      "  │         │       │            │       │           │  ",
      "  │         ╰───────╯            ╰───────╯           │  ",
      "  ╰──────────────────────────────────────────────────╯  ",
    ]

    /// The picture, line by line.
    func lines(_ traits: PadTraits, _ report: PadReport) -> [String] {
      var cells = PadPicture.drawing.map { $0.map { Cell(text: $0) } }
      let held = report.frame.buttons
      let isSony = traits.kind == .dualShock || traits.kind == .dualSense
      func put(_ text: String, _ column: Int, _ row: Int, _ isLit: Bool) {
        for (offset, letter) in text.enumerated() where column + offset < cells[row].count {
          cells[row][column + offset] = Cell(text: letter, isLit: isLit)
        }
      }
      func button(_ mask: PadButtons, _ text: String, _ column: Int, _ row: Int) {
        guard traits.buttons.isSuperset(of: mask) else { return }
        let isLit = held.contains(mask)
        put(isLit && !hasColours ? "[\(text)]" : " \(text) ", column - 1, row, isLit)
      }
      bar(report.frame.leftTrigger, from: 5, to: 17, &cells[1])
      bar(report.frame.rightTrigger, from: 38, to: 50, &cells[1])
      button(.leftShoulder, "L1", 10, 2)
      button(.rightShoulder, "R1", 44, 2)
      button(.up, "▲", 8, 4)
      button(.left, "◀", 5, 5)
      button(.right, "▶", 11, 5)
      button(.down, "▼", 8, 6)
      button(.north, isSony ? "△" : "Y", 45, 4)
      button(.west, isSony ? "□" : "X", 42, 5)
      button(.east, isSony ? "○" : "B", 48, 5)
      button(.south, isSony ? "✕" : "A", 45, 6)
      button(.options, isSony ? "SHARE" : "BACK", 12, 3)
      button(.menu, isSony ? "OPTIONS" : "START", 33, 3)
      button(.home, isSony ? "PS" : "HOME", 25, 9)
      button(.share, traits.kind == .dualSense ? "MUTE" : "SHARE", 24, 11)
      button(.touchpad, "click", 23, 7)
      button(.leftStick, "L3", 15, 12)
      button(.rightStick, "R3", 36, 12)
      stick(report.frame.leftStick, 16, 10, &cells)
      stick(report.frame.rightStick, 37, 10, &cells)
      for touch in [report.firstTouch, report.secondTouch].compactMap({ $0 }) {
        put("•", 21 + Int(touch.x * 11), 5 + Int(touch.y * 1.99), true)
      }
      return cells.map(text)
    }

    private struct Cell {
      var text: Character
      var isLit = false
    }

    private func bar(_ travel: Float, from: Int, to: Int, _ row: inout [Cell]) {
      let count = Int((max(0, min(1, travel)) * Float(to - from)).rounded())
      for offset in 0..<(to - from) where offset < count {
        // Lit, the cell's ground has the colour; a full block would cover it with black.
        row[from + offset] = Cell(text: hasColours ? " " : "█", isLit: true)
      }
    }

    private func stick(
      _ place: SIMD2<Float>, _ column: Int, _ row: Int, _ cells: inout [[Cell]]
    ) {
      let x = column + Int((max(-1, min(1, place.x)) * 3).rounded())
      let y = row - Int(max(-1, min(1, place.y)).rounded())
      let isAway = abs(place.x) > 0.12 || abs(place.y) > 0.12
      cells[y][x] = Cell(text: isAway ? "●" : "○", isLit: isAway)
    }

    private func text(_ cells: [Cell]) -> String {
      var line = ""
      var isLit = false
      for cell in cells {
        if hasColours, cell.isLit != isLit {
          line += cell.isLit ? "\u{1b}[1;30;102m" : "\u{1b}[0m"
          isLit = cell.isLit
        }
        line.append(cell.text)
      }
      return isLit ? line + "\u{1b}[0m" : line
    }
  }
#endif
