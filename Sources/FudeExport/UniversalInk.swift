import FudeInk
import FudeModel

/// Wacom's Universal Ink Model 3.1: RIFF with Protocol Buffers inside. Reading only.
///
/// Only the raw sensor data are taken, not the splines that some renderer made of them. Field
/// numbers and units are those of the published schema (`UIM_3_1_0.proto`).
public enum UniversalInk {
  /// Reads the strokes of a `.uim` file.
  ///
  /// - Throws: ``ExportError`` if it is not UIM 3.1, or its input data are packed.
  public static func decode(_ bytes: [UInt8]) throws(ExportError) -> InkDocument {
    let chunks = try Riff.chunks(bytes)
    guard let input = chunks["INPT"] else {
      return InkDocument(notes: ["the file has no input data (INPT): nothing was recorded in it"])
    }
    var channels: [[UInt8]: SensorChannel] = [:]
    var document = InkDocument()
    for field in Wire.fields(input) where field.number == 1 {
      for context in Wire.fields(field.bytes) where context.number == 5 {
        for group in Wire.fields(context.bytes) where group.number == 2 {
          for channel in Wire.fields(group.bytes) where channel.number == 2 {
            let described = SensorChannel(channel.bytes)
            channels[described.id] = described
          }
        }
      }
    }
    for field in Wire.fields(input) where field.number == 2 {
      let samples = decodeSamples(field.bytes, channels)
      if samples.isEmpty {
        document.notes.append("sensor data without X and Y left out")
      } else {
        document.strokes.append(.init(brush: .pen, samples: samples))
      }
    }
    return document
  }

  /// A channel's meaning and scale.
  private struct SensorChannel {
    var id: [UInt8] = []
    var type = ""
    var resolution = 1.0
    var precision: UInt64 = 0
    var maximum = 1.0

    init(_ bytes: ArraySlice<UInt8>) {
      for field in Wire.fields(bytes) {
        switch field.number {
        case 1: id = Array(field.bytes)
        case 2: type = String(decoding: field.bytes, as: UTF8.self)
        case 4: resolution = Double(bitPattern: field.value)
        case 6: maximum = Double(Float(bitPattern: UInt32(truncatingIfNeeded: field.value)))
        case 7: precision = field.value
        default: break
        }
      }
    }

    /// Deltas, as whole numbers, to values in SI units.
    func values(_ deltas: ArraySlice<UInt8>) -> [Double] {
      var factor = resolution > 0 ? resolution : 1
      for _ in 0..<min(20, precision) { factor *= 10 }
      var sum = 0.0
      return Wire.zigzags(deltas).map { delta in
        sum += Double(delta)
        return sum / factor
      }
    }
  }

  private static func decodeSamples(
    _ bytes: ArraySlice<UInt8>, _ channels: [[UInt8]: SensorChannel]
  ) -> [InkSample] {
    var values: [String: [Double]] = [:]
    var start = 0.0
    var largestForce = 1.0
    for field in Wire.fields(bytes) {
      if field.number == 4 { start = Double(field.value) / 1000 }
      guard field.number == 5 else { continue }
      var id: [UInt8] = []
      var deltas = ArraySlice<UInt8>()
      for part in Wire.fields(field.bytes) {
        if part.number == 1 { id = Array(part.bytes) }
        if part.number == 2 { deltas = part.bytes }
      }
      guard let channel = channels[id] else { continue }
      let name = String(channel.type.split(separator: "/").last ?? "")
      values[name] = channel.values(deltas)
      if name == "Pressure", channel.maximum > 0 { largestForce = channel.maximum }
    }
    guard let xs = values["X"], let ys = values["Y"] else { return [] }
    var samples: [InkSample] = []
    for index in 0..<min(xs.count, ys.count) {
      func value(_ name: String) -> Double? {
        values[name].flatMap { index < $0.count ? $0[index] : nil }
      }
      var sample = InkSample(
        time: Timestamp.zero + .seconds(start + (value("Timestamp") ?? Double(index) * 0.008)),
        position: Point(x: xs[index] * 1000, y: ys[index] * 1000))
      sample.pressure = value("Pressure").map { Float(max(0, min(1, $0 / largestForce))) }
      if let altitude = value("Altitude"), let azimuth = value("Azimuth") {
        sample.tilt = Tilt(altitude: altitude, azimuth: azimuth)
      }
      samples.append(sample)
    }
    return samples
  }
}

extension Tilt {
  /// The lean of a pen at an angle above the surface, pointing in a direction; both in radians.
  init(altitude: Double, azimuth: Double) {
    let height = Maths.sinCos(altitude)
    let way = Maths.sinCos(azimuth)
    self.init(
      x: Float(Maths.atan2(way.cos * height.cos, height.sin)),
      y: Float(Maths.atan2(way.sin * height.cos, height.sin)))
  }
}

/// The outer layer: chunks with names.
private enum Riff {
  /// The chunks after the header, by name.
  static func chunks(_ bytes: [UInt8]) throws(ExportError) -> [String: ArraySlice<UInt8>] {
    func size(_ at: Int) -> Int {
      Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16 | Int(bytes[at + 3]) << 24
    }
    guard bytes.count >= 28, bytes.starts(with: "RIFF".utf8),
      bytes[8..<16].elementsEqual("UINKHEAD".utf8)
    else { throw ExportError(code: .malformed, message: "byte 1: expected RIFF, UINK and HEAD") }
    guard bytes[20] == 3, bytes[21] == 1 else {
      throw ExportError(
        code: .malformed, message: "byte 21: expected version 3.1, found \(bytes[20]).\(bytes[21])")
    }
    let head = size(16)
    var found: [String: ArraySlice<UInt8>] = [:]
    var place = 20 + head
    var number = 0
    while place + 8 <= bytes.count {
      let name = String(decoding: bytes[place..<(place + 4)], as: UTF8.self)
      let length = min(size(place + 4), bytes.count - place - 8)
      // Each chunk has eight bytes in the header: version, content type, compression.
      let description = 24 + 8 * number
      if name == "INPT", description + 5 <= 20 + head, description + 5 <= bytes.count,
        ![0, UInt8(ascii: "0"), UInt8(ascii: " ")].contains(bytes[description + 4])
      {
        let kind = bytes[description + 4]
        if kind == UInt8(ascii: "z") || kind == UInt8(ascii: "l") {
          throw ExportError(code: .malformed, message: "packed input data can't be read")
        }
      }
      found[name] = bytes[(place + 8)..<(place + 8 + length)]
      place += 8 + length
      number += 1
    }
    return found
  }
}

/// The inner layer: the wire format of Protocol Buffers.
private enum Wire {
  struct Field {
    var number: UInt64
    /// Of a varint or fixed number.
    var value: UInt64 = 0
    /// Of a length-delimited field.
    var bytes = ArraySlice<UInt8>()
  }

  /// The fields of a message, up to the first that is damaged.
  static func fields(_ message: ArraySlice<UInt8>) -> [Field] {
    var found: [Field] = []
    var rest = message
    while let key = varint(&rest) {
      var field = Field(number: key >> 3)
      switch key & 7 {
      case 0:
        guard let value = varint(&rest) else { return found }
        field.value = value
      case 1, 5:
        let width = key & 7 == 1 ? 8 : 4
        guard rest.count >= width else { return found }
        for byte in rest.prefix(width).reversed() { field.value = field.value << 8 | UInt64(byte) }
        rest = rest.dropFirst(width)
      case 2:
        guard let length = varint(&rest), length <= UInt64(rest.count) else { return found }
        field.bytes = rest.prefix(Int(length))
        rest = rest.dropFirst(Int(length))
      default: return found
      }
      found.append(field)
    }
    return found
  }

  /// Packed signed numbers.
  static func zigzags(_ bytes: ArraySlice<UInt8>) -> [Int64] {
    var found: [Int64] = []
    var rest = bytes
    while let value = varint(&rest) {
      found.append(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
    }
    return found
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = bytes.popFirst() {
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return value }
      shift += 7
      if shift > 63 { return nil }
    }
    return nil
  }
}
