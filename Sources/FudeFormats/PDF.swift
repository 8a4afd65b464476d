package import FudeInk
import FudeModel

/// Portable Document Format 1.4: one page, each stroke one filled outline.
///
/// A highlighter multiplies, as on the canvas; an erasing stroke is painted in the paper's colour.
/// The same canvas always gives the same bytes.
public enum PDF {
  /// What the page shows, as PDF's operators.
  ///
  /// - Throws: ``ExportError`` when the page has no area, or more than PDF can hold.
  package static func content(
    _ canvas: Canvas, page: Page
  ) throws(ExportError) -> [UInt8] {
    guard page.size.width > 0, page.size.height > 0, page.size.width < 10_000,
      page.size.height < 10_000
    else {
      throw ExportError(code: .badSize, message: "a PDF page needs sides of 0 to 10000 mm")
    }
    let point = 72 / 25.4
    var text = Operators()
    // Millimetres of the canvas, y downwards, to points of the page, y upwards.
    text.add([
      point, 0, 0, -point, -page.origin.x * point, (page.origin.y + page.size.height) * point,
    ])
    text.add("cm\n")
    if page.paper.alpha > 0 {
      text.color(page.paper)
      text.add([page.origin.x, page.origin.y, page.size.width, page.size.height])
      text.add("re f\n")
    }
    for id in canvas.drawn {
      guard let stroke = canvas[id] else { continue }
      let outline = canvas.outline(of: id)
      guard !outline.isEmpty else { continue }
      let look = Look(stroke.brush, paper: page.paper)
      text.add("/")
      text.add(look.name)
      text.add(" gs ")
      text.color(stroke.brush.mode == .erase ? page.paper : stroke.brush.color)
      for polygon in 0..<outline.count {
        for (index, corner) in outline.range(of: polygon).enumerated() {
          let place = outline.points[corner]
          text.add([Double(place.x), Double(place.y)])
          text.add(index == 0 ? "m\n" : "l\n")
        }
        text.add("h\n")
      }
      text.add("f\n")
    }
    return text.bytes
  }

  /// The file around what the page shows.
  ///
  /// - Parameters:
  ///   - content: What ``content(_:page:)`` gave, deflated (RFC 1950) or not.
  ///   - isDeflated: Whether it is.
  ///   - canvas: The canvas that it was made of.
  ///   - page: The page that it was made for.
  package static func file(
    around content: [UInt8], isDeflated: Bool, canvas: Canvas, page: Page
  ) -> [UInt8] {
    let point = 72 / 25.4
    var looks: [Look] = []
    for id in canvas.drawn {
      guard let stroke = canvas[id] else { continue }
      let look = Look(stroke.brush, paper: page.paper)
      if !looks.contains(look) { looks.append(look) }
    }
    var file = Operators()
    var starts: [Int] = []
    func object(_ body: (inout Operators) -> Void) {
      starts.append(file.bytes.count)
      file.add("\(starts.count) 0 obj\n")
      body(&file)
      file.add("\nendobj\n")
    }
    // The second line tells programs that move files about that this one is not text.
    file.bytes += Array("%PDF-1.4\n%".utf8) + [0xe2, 0xe3, 0xcf, 0xd3, 10]
    object { $0.add("<</Type/Catalog/Pages 2 0 R>>") }
    object { $0.add("<</Type/Pages/Kids[3 0 R]/Count 1>>") }
    object { file in
      file.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 ")
      file.add([page.size.width * point, page.size.height * point])
      file.add("]/Group<</S/Transparency/CS/DeviceRGB>>/Contents 4 0 R/Resources<</ExtGState<<")
      for look in looks {
        file.add("/\(look.name)<</ca ")
        file.add([Double(look.alpha) / 255])
        file.add(look.multiplies ? "/BM/Multiply>>" : "/BM/Normal>>")
      }
      file.add(">>>>>>")
    }
    object { file in
      file.add("<</Length \(content.count)\(isDeflated ? "/Filter/FlateDecode" : "")>>\nstream\n")
      file.bytes += content
      file.add("\nendstream")
    }
    let table = file.bytes.count
    file.add("xref\n0 \(starts.count + 1)\n0000000000 65535 f \n")
    for start in starts {
      let digits = String(start)
      file.add(String(repeating: "0", count: max(0, 10 - digits.utf8.count)) + digits)
      file.add(" 00000 n \n")
    }
    file.add("trailer\n<</Size \(starts.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n")
    return file.bytes
  }

  /// How ink meets what lies below it.
  private struct Look: Hashable {
    let alpha: UInt8
    let multiplies: Bool

    init(_ brush: Brush, paper: InkColor) {
      alpha = brush.mode == .erase ? paper.alpha : brush.color.alpha
      multiplies = brush.mode == .highlight
    }

    var name: String { "\(multiplies ? "M" : "N")\(alpha)" }
  }

  /// Text of a PDF file.
  private struct Operators {
    var bytes: [UInt8] = []

    mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Numbers, each with a space behind it; micrometres are enough for ink.
    mutating func add(_ numbers: [Double]) {
      for number in numbers {
        add(decimalText(number, places: 3))
        bytes.append(32)
      }
    }

    mutating func color(_ color: InkColor) {
      add([Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255])
      add("rg\n")
    }
  }
}
