public import FudeInk
import FudeModel

/// A document's entries as bytes, one after the other: a kind, a length, a body; little-endian.
///
/// Reading stops at the first entry that is cut off or not understood and keeps all before it.
public enum JournalCodec {
  /// The bytes of an entry.
  public static func encode(_ entry: CanvasEntry) -> [UInt8] {
    var body = ByteWriter()
    let kind: UInt8
    switch entry {
    case .stroke(let stroke):
      kind = 1
      body.add(stroke)
    case .step(let step):
      kind = 2
      for ids in [step.shown, step.hidden, step.moved] { body.add(ids) }
      body.add(step.distance.x)
      body.add(step.distance.y)
    case .undone: kind = 3
    case .redone: kind = 4
    }
    var all = ByteWriter()
    all.bytes.append(kind)
    all.add(UInt32(body.bytes.count))
    return all.bytes + body.bytes
  }

  /// Reads entries one by one.
  ///
  /// - Returns: How many bytes were understood.
  @discardableResult
  public static func decode(_ bytes: [UInt8], _ take: (CanvasEntry) -> Void) -> Int {
    var at = 0
    while true {
      var reader = ByteReader(bytes, from: at)
      guard let kind = reader.byte(), let length = reader.word(),
        let end = reader.position(after: Int(clamping: length)),
        let entry = entry(kind, &reader), reader.at == end
      else { return at }
      take(entry)
      at = end
    }
  }

  /// Cuts a journal into parts of whole entries, each of some kilobytes unless one entry has more.
  static func parts(_ journal: [UInt8], size: Int = 1 << 14) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var (start, at) = (0, 0)
    while at + 5 <= journal.count {
      var length = 0
      for byte in journal[at + 1..<at + 5].reversed() { length = length << 8 | Int(byte) }
      at = min(journal.count, at &+ 5 &+ length)
      guard at - start >= size || at == journal.count else { continue }
      parts.append(Array(journal[start..<at]))
      start = at
    }
    return parts
  }

  private static func entry(_ kind: UInt8, _ reader: inout ByteReader) -> CanvasEntry? {
    switch kind {
    case 1: return reader.stroke().map { .stroke($0) }
    case 2:
      guard let shown = reader.ids(), let hidden = reader.ids(), let moved = reader.ids(),
        let x = reader.float(), let y = reader.float()
      else { return nil }
      return .step(CanvasStep(shown: shown, hidden: hidden, moved: moved, distance: SIMD2(x, y)))
    case 3: return .undone
    case 4: return .redone
    default: return nil
    }
  }
}

private struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func add(_ value: UInt32) {
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func add(_ value: UInt64) {
    add(UInt32(truncatingIfNeeded: value))
    add(UInt32(truncatingIfNeeded: value >> 32))
  }

  mutating func add(_ value: Float) { add(value.bitPattern) }
  mutating func add(_ value: Double) { add(value.bitPattern) }
  /// What was not measured is not a number.
  mutating func add(_ value: Float?) { add(value ?? .nan) }

  mutating func add(_ ids: [StrokeID]) {
    add(UInt32(ids.count))
    for id in ids { add(UInt32(truncatingIfNeeded: id.rawValue)) }
  }

  mutating func add(_ brush: Brush) {
    let name = Array(brush.name.utf8.prefix(255))
    bytes.append(UInt8(name.count))
    bytes += name
    add(brush.width)
    bytes += [brush.color.red, brush.color.green, brush.color.blue, brush.color.alpha]
    bytes += [brush.mode.rawValue, brush.ends.rawValue]
    for value in [
      brush.minimumWidth, brush.assumedPressure, brush.tiltResponse, brush.speedResponse,
      brush.nibFlatness, brush.nibAngle, brush.curve.low, brush.curve.high,
    ] {
      add(value)
    }
    bytes.append(UInt8(clamping: brush.curve.points.count))
    for point in brush.curve.points.prefix(255) { add(point) }
  }

  mutating func add(_ stroke: StoredStroke) {
    add(UInt32(truncatingIfNeeded: stroke.id.rawValue))
    add(UInt32(truncatingIfNeeded: stroke.rank))
    bytes.append(stroke.isWithoutForce ? 1 : 0)
    add(stroke.brush)
    add(UInt32(stroke.samples.count))
    for sample in stroke.samples {
      add(UInt64(bitPattern: sample.time.microseconds))
      add(sample.position.x)
      add(sample.position.y)
      add(sample.pressure)
      add(sample.tilt?.x)
      add(sample.tilt?.y)
      add(sample.twist)
    }
    add(UInt32(stroke.knots.count))
    for knot in stroke.knots {
      for value in [knot.position.x, knot.position.y, knot.velocity.x, knot.velocity.y] {
        add(value)
      }
      add(knot.radius)
      add(knot.time)
    }
  }
}

private struct ByteReader {
  private let bytes: [UInt8]
  private(set) var at: Int

  init(_ bytes: [UInt8], from: Int) {
    self.bytes = bytes
    at = from
  }

  /// Where a body of `count` bytes ends; `nil` if it is cut off.
  func position(after count: Int) -> Int? { count <= bytes.count - at ? at + count : nil }

  mutating func byte() -> UInt8? {
    guard at < bytes.count else { return nil }
    at += 1
    return bytes[at - 1]
  }

  mutating func word() -> UInt32? {
    guard bytes.count - at >= 4 else { return nil }
    var value: UInt32 = 0
    for offset in 0..<4 { value |= UInt32(bytes[at + offset]) << UInt32(8 * offset) }
    at += 4
    return value
  }

  mutating func long() -> UInt64? {
    guard bytes.count - at >= 8, let low = word(), let high = word() else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }

  mutating func float() -> Float? { word().map { Float(bitPattern: $0) } }
  mutating func double() -> Double? { long().map { Double(bitPattern: $0) } }

  /// A count of items that must still fit.
  private mutating func count(of size: Int) -> Int? {
    guard let count = word(), Int(clamping: count) <= (bytes.count - at) / size else { return nil }
    return Int(clamping: count)
  }

  mutating func ids() -> [StrokeID]? {
    guard let count = count(of: 4) else { return nil }
    return (0..<count).map { _ in StrokeID(Int(clamping: word() ?? 0)) }
  }

  mutating func brush() -> Brush? {
    guard let length = byte(), let end = position(after: Int(length)) else { return nil }
    let name = String(decoding: bytes[at..<end], as: UTF8.self)
    at = end
    guard let width = double(), width.isFinite, let red = byte(), let green = byte(),
      let blue = byte(), let alpha = byte(),
      let mode = byte().flatMap({ CompositeMode(rawValue: $0) }),
      let ends = byte().flatMap({ StrokeEnds(rawValue: $0) })
    else { return nil }
    var values: [Float] = []
    for _ in 0..<8 {
      guard let value = float(), value.isFinite else { return nil }
      values.append(value)
    }
    guard let count = byte() else { return nil }
    var points: [Float] = []
    for _ in 0..<count {
      guard let value = float() else { return nil }
      points.append(value)
    }
    return Brush(
      name: name, width: width, minimumWidth: values[0],
      curve: PressureCurve(low: values[6], high: values[7], points: points),
      assumedPressure: values[1],
      color: InkColor(red: red, green: green, blue: blue, alpha: alpha), mode: mode, ends: ends,
      tiltResponse: values[2], speedResponse: values[3], nibFlatness: values[4],
      nibAngle: values[5])
  }

  mutating func stroke() -> StoredStroke? {
    guard let id = word(), let rank = word(), let force = byte(), let brush = brush(),
      let samples = samples(), let knots = knots(), id <= UInt32(Int32.max),
      rank <= UInt32(Int32.max)
    else { return nil }
    return StoredStroke(
      id: StrokeID(Int(id)), brush: brush, samples: samples, knots: knots,
      isWithoutForce: force != 0, rank: Int(rank))
  }

  private mutating func samples() -> [InkSample]? {
    guard let count = count(of: 40) else { return nil }
    var samples: [InkSample] = []
    samples.reserveCapacity(count)
    for _ in 0..<count {
      guard let time = long(), let x = double(), let y = double(), let pressure = float(),
        let tiltX = float(), let tiltY = float(), let twist = float()
      else { return nil }
      samples.append(
        InkSample(
          time: Timestamp(microseconds: Int64(bitPattern: time)), position: Point(x: x, y: y),
          pressure: pressure.isNaN ? nil : pressure,
          tilt: tiltX.isNaN ? nil : Tilt(x: tiltX, y: tiltY), twist: twist.isNaN ? nil : twist))
    }
    return samples
  }

  private mutating func knots() -> [Knot]? {
    guard let count = count(of: 24) else { return nil }
    var knots: [Knot] = []
    knots.reserveCapacity(count)
    for _ in 0..<count {
      guard let x = float(), let y = float(), let dx = float(), let dy = float(),
        let radius = float(), let time = float()
      else { return nil }
      knots.append(
        Knot(position: SIMD2(x, y), velocity: SIMD2(dx, dy), radius: radius, time: time))
    }
    return knots
  }
}
