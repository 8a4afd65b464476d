import Foundation
import FudeInk
import FudeModel

/// Strokes to look at, at 1× and 8×.
enum Pictures {
  static func write(to folder: URL) throws {
    for scale in [8.0, 40.0] {
      var canvas = Canvas()
      for (row, brush) in [Brush.pen, .fountain, .marker, .pencil].enumerated() {
        let y = 8 + 14 * Double(row)
        draw(&canvas, brush, loops(y))
        draw(&canvas, brush, zigzag(45, y))
        draw(&canvas, brush, [sample(75, y, 0.8, 0)])
        draw(&canvas, brush, [sample(80, y, 0.3, 0), sample(80.02, y, 0.3, 4)])
        draw(&canvas, brush, (0..<12).map { sample(86, y - 5 + Double($0), 0.5, Int64($0) * 4) })
        draw(&canvas, brush, back(92, y))
      }
      var bitmap = Bitmap(width: Int(110 * scale), height: Int(62 * scale), fill: .white)
      canvas.render(into: &bitmap, viewport: Viewport(scale: scale))
      try ppm(bitmap).write(to: folder.appending(path: "strokes-\(Int(scale)).ppm"))
    }
  }

  static func draw(_ canvas: inout Canvas, _ brush: Brush, _ samples: [InkSample]) {
    let id = canvas.begin(brush: brush, at: samples[0])
    for sample in samples.dropFirst() { canvas.extend(id, with: sample) }
    canvas.end(id)
  }

  static func sample(_ x: Double, _ y: Double, _ pressure: Double, _ ms: Int64) -> InkSample {
    InkSample(
      time: .zero + .milliseconds(ms), position: Point(x: x, y: y), pressure: Float(pressure))
  }

  static func loops(_ y: Double) -> [InkSample] {
    (0..<220).map { index in
      let t = Double(index) / 240
      let angle = 2 * Double.pi * 4 * t
      return sample(
        5 + 32 * t + 3 * sin(angle), y + 4 * cos(angle),
        0.5 + 0.4 * sin(angle), Int64(index) * 1000 / 240)
    }
  }

  static func zigzag(_ x: Double, _ y: Double) -> [InkSample] {
    (0..<120).map { index in
      let t = Double(index) / 20
      let phase = t - floor(t / 2) * 2
      return sample(x + 4 * t, y + 4 * (abs(phase - 1) * 2 - 1), 0.6, Int64(index) * 1000 / 240)
    }
  }

  /// A straight line that turns back on itself, exactly.
  static func back(_ x: Double, _ y: Double) -> [InkSample] {
    let there = (0..<15).map {
      sample(x + Double($0) * 0.7, y - 3 + Double($0) * 0.4, 0.7, Int64($0) * 4)
    }
    let again = (0..<15).map {
      sample(x + 9.8 - Double($0) * 0.7, y + 2.6 - Double($0) * 0.4, 0.7, 60 + Int64($0) * 4)
    }
    return there + again
  }

  static func ppm(_ bitmap: Bitmap) -> Data {
    var data = Data("P6 \(bitmap.width) \(bitmap.height) 255\n".utf8)
    for pixel in bitmap.pixels {
      data.append(contentsOf: [
        UInt8(pixel & 255), UInt8(pixel >> 8 & 255), UInt8(pixel >> 16 & 255),
      ])
    }
    return data
  }
}

/// The reported strokes, at 1× and 8×, on one sheet each.
enum ScenarioPictures {
  static func write(fixtures: URL, to folder: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: fixtures.path).sorted()
    for scale in [5.0, 40.0] {
      var canvas = Canvas()
      for (index, name) in names.enumerated() {
        let text = try String(
          contentsOf: fixtures.appending(path: "\(name)/samples.csv"), encoding: .utf8)
        let shift = Point(x: Double(index % 5) * 26, y: Double(index / 5) * 16)
        let samples = text.split(separator: "\n").dropFirst().map { line in
          let fields = line.split(separator: ",", omittingEmptySubsequences: false)
          return InkSample(
            time: Timestamp(microseconds: Int64(fields[0]) ?? 0),
            position: Point(x: Double(fields[1]) ?? 0, y: Double(fields[2]) ?? 0) + shift,
            pressure: Float(String(fields[3])))
        }
        Pictures.draw(&canvas, name.hasPrefix("I12") ? .marker : .pen, samples)
      }
      let size = canvas.bounds?.maximum ?? .zero
      var bitmap = Bitmap(
        width: Int((size.x + 3) * scale), height: Int((size.y + 3) * scale), fill: .white)
      canvas.render(into: &bitmap, viewport: Viewport(scale: scale))
      try Pictures.ppm(bitmap).write(to: folder.appending(path: "scenarios-\(Int(scale)).ppm"))
    }
  }
}
