import Foundation
import FudeInk
import FudeModel

/// A stroke from a report: a folder under Fixtures/ink.
struct Fixture {
  let name: String
  let samples: [InkSample]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/ink")

  /// All folders, in order.
  static var names: [String] {
    let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (all ?? []).sorted()
  }

  init(_ name: String) throws {
    self.name = name
    let url = Fixture.folder.appending(path: "\(name)/samples.csv")
    let text = try String(contentsOf: url, encoding: .utf8)
    samples = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == 4, let time = Int64(fields[0]), let x = Double(fields[1]),
        let y = Double(fields[2])
      else { return nil }
      return InkSample(
        time: Timestamp(microseconds: time), position: Point(x: x, y: y),
        pressure: Float(String(fields[3])))
    }
  }

  func built(_ brush: Brush = .pen) -> StrokeBuilder {
    var builder = StrokeBuilder(brush: brush)
    for sample in samples { builder.append(sample) }
    builder.finish()
    return builder
  }

  /// What came out, as text to compare: one line a figure.
  var summary: String {
    let builder = built()
    let widths = builder.knots.map { Double($0.radius) * 2 }
    let last = builder.knots.last?.position ?? .zero
    var lines = [
      "knots \(builder.knots.count)",
      "first width \(decimalText(widths.first ?? 0, places: 3))",
      "last width \(decimalText(widths.last ?? 0, places: 3))",
      "widths \(decimalText(widths.min() ?? 0, places: 3)) to "
        + decimalText(widths.max() ?? 0, places: 3),
      "ends at \(decimalText(Double(last.x), places: 3)) \(decimalText(Double(last.y), places: 3))",
      "without force \(builder.model.isWithoutForce)",
    ]
    let (canvas, _) = drawn(samples)
    let image = picture(canvas, width: 120, height: 80, scale: 4)
    let ink = image.pixels.reduce(0.0) { $0 + Double(255 - ($1 & 255)) / 255 }
    lines.append("ink \(decimalText(ink / 16, places: 2)) mm2")
    return lines.joined(separator: "\n") + "\n"
  }
}
