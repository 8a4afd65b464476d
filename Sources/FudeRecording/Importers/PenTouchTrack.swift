import FudeEvdev
import FudeModel

/// Reads pen-and-touch sessions as JSON Lines in seconds and millimetres.
///
/// The first line is `{"meta":…,"W_mm":…,"H_mm":…}`. Then one line an event: `"k":"pen"` with `ev`
/// of `range` (near), `in`, `move` (`x`, `y`, `p` of 0…1, `tip`, `d` of 0…63, `tx` and `ty` in
/// degrees) or `out`; `"k":"touch"` with `id`, `down`, `x`, `y`, `w`, `h`. Touch lines of one time
/// are one frame.
final class PenTouchTrack: Track {
  let name: String
  private(set) var devices: [RecordedDevice] = []
  private(set) var provenance = Provenance()
  private(set) var log: SkipLog
  var frame: [RawEvent] { [] }

  private static let penDevice = DeviceID(0)
  private static let touchDevice = DeviceID(1)
  /// The pen's distance is a byte of 0…63.
  private static let farthest = 63.0

  private let stream: ByteStream
  private var lastPen: PenSample
  private var contacts: [Int64: Contact] = [:]
  private var nextContact: UInt64 = 0
  private var pendingTouch: TouchFrame?
  private var pendingUnit: TrackUnit?

  init(_ stream: ByteStream) throws(RecordingError) {
    self.stream = stream
    name = stream.name
    log = SkipLog(file: stream.name)
    lastPen = PenSample(
      time: .zero, device: Self.penDevice, surface: SurfaceID(0), state: .out, position: nil)
    var size = Size(width: Surface.nominalLongSide, height: Surface.nominalLongSide * 0.625)
    var isMetric = false
    var label = "pen and touch"
    if let line = try stream.next() {
      do throws(JSONFault) {
        let meta = try JSONValue(line)
        label = meta["meta"]?.text ?? label
        if let width = meta["W_mm"]?.double, let height = meta["H_mm"]?.double,
          width > 0, height > 0, width < 1e5, height < 1e5
        {
          size = Size(width: width, height: height)
          isMetric = true
        }
      } catch {
        log.skip(line: stream.line, error.sentence)
      }
    }
    provenance.source = label
    let surface = DeclaredSurface(number: 0, size: size, isMetric: isMetric)
    devices = [
      RecordedDevice(
        description: DeviceDescription(name: "\(label) pen"), level: .surface, role: .pen,
        declaredSurface: surface),
      RecordedDevice(
        description: DeviceDescription(name: "\(label) touch"), level: .surface, role: .touch,
        declaredSurface: surface),
    ]
  }

  func next() throws(RecordingError) -> TrackUnit? {
    if let unit = pendingUnit {
      pendingUnit = nil
      return unit
    }
    while let line = try stream.next() {
      guard line.contains(where: { $0 > 32 }) else { continue }
      let values: Line
      do throws(JSONFault) {
        values = try Line(line)
      } catch {
        log.skip(line: stream.line, error.sentence)
        continue
      }
      guard let time = values.time else {
        log.skip(line: stream.line, "expected a time t in seconds")
        continue
      }
      if values.isTouch {
        if let finished = touch(values, at: time) { return finished }
      } else if let sample = pen(values, at: time) {
        lastPen = sample
        let unit = TrackUnit(time: time, content: .record(.input(.pen(sample))))
        guard let finished = finishTouch() else { return unit }
        pendingUnit = unit
        return finished
      } else {
        log.skip(line: stream.line, "expected k of pen or touch, with ev or id and down")
      }
    }
    return finishTouch()
  }

  private func finishTouch() -> TrackUnit? {
    guard let frame = pendingTouch else { return nil }
    pendingTouch = nil
    return TrackUnit(time: frame.time, content: .record(.input(.touch(frame))))
  }

  private func pen(_ values: Line, at time: Timestamp) -> PenSample? {
    var sample = lastPen
    sample.time = time
    switch values.event {
    case .range: sample.state = .near
    case .enter: sample.state = sample.state == .out ? .near : sample.state
    case .out:
      sample.state = .out
      sample.pressure = sample.pressure == nil ? nil : 0
    case .move:
      guard let x = values.x, let y = values.y else { return nil }
      sample.position = Point(x: x, y: y)
      sample.pressure = values.pressure.map { Float(max(0, min(1, $0))) }
      if let tiltX = values.tiltX, let tiltY = values.tiltY {
        sample.tilt = Tilt(x: Self.radians(tiltX), y: Self.radians(tiltY))
      }
      let distance = values.distance.map { Float(max(0, min(1, $0 / Self.farthest))) }
      sample.state = values.isTip ? .touching : .hovering(distance: distance)
    case nil: return nil
    }
    return sample
  }

  private static func radians(_ degrees: Double) -> Float {
    Float(max(-90, min(90, degrees)) * Maths.pi / 180)
  }

  private func touch(_ values: Line, at time: Timestamp) -> TrackUnit? {
    guard let id = values.id, let isDown = values.isDown else {
      log.skip(line: stream.line, "expected id and down of a touch")
      return nil
    }
    let old = contacts[id]
    guard isDown || old != nil else { return nil }
    var contact =
      old ?? Contact(id: ContactID(nextContact), phase: .began, position: .zero)
    if old == nil { nextContact += 1 }
    contact.phase = old == nil ? .began : isDown ? .moved : .ended
    if let x = values.x, let y = values.y { contact.position = Point(x: x, y: y) }
    if let width = values.width, let height = values.height, max(width, height) > 0 {
      contact.size = ContactSize(
        major: Float(max(width, height)), minor: Float(max(0, min(width, height))))
    }
    contacts[id] = isDown ? contact : nil
    // One frame holds each contact once.
    if pendingTouch?.time == time,
      pendingTouch?.contacts.contains(where: { $0.id == contact.id }) == false
    {
      pendingTouch?.contacts.append(contact)
      return nil
    }
    let finished = finishTouch()
    pendingTouch = TouchFrame(
      time: time, device: Self.touchDevice, surface: SurfaceID(0), contacts: [contact])
    return finished
  }

  /// The values of one line.
  private struct Line {
    var time: Timestamp?
    var isTouch = false
    var event: PenEvent?
    var id: Int64?
    var isDown: Bool?
    var isTip = false
    var x: Double?
    var y: Double?
    var width: Double?
    var height: Double?
    var pressure: Double?
    var distance: Double?
    var tiltX: Double?
    var tiltY: Double?

    enum PenEvent { case range, enter, move, out }

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
      var cursor = JSONCursor(bytes)
      var line = Self()
      try cursor.object { (cursor: inout JSONCursor, key: JSONKey) throws(JSONFault) in
        try line.read(key, from: &cursor)
      }
      try cursor.finish()
      self = line
    }

    private init() {}

    private mutating func read(
      _ key: JSONKey, from cursor: inout JSONCursor
    ) throws(JSONFault) {
      switch key {
      case Key.time:
        time = Timestamp(microseconds: TimeSpan.seconds(try cursor.number()).microseconds)
      case Key.kind: isTouch = try cursor.rawString().count == 5
      case Key.event:
        let text = try cursor.rawString()
        event =
          switch (text.count, text.first) {
          case (5, 114): .range
          case (2, 105): .enter
          case (4, 109): .move
          case (3, 111): .out
          default: nil
          }
      case Key.id: id = try cursor.integer()
      case Key.down: isDown = try cursor.boolean()
      case Key.tip: isTip = try cursor.boolean()
      case Key.x: x = try cursor.number()
      case Key.y: y = try cursor.number()
      case Key.width: width = try cursor.number()
      case Key.height: height = try cursor.number()
      case Key.pressure: pressure = try cursor.number()
      case Key.distance: distance = try cursor.number()
      case Key.tiltX: tiltX = try cursor.number()
      case Key.tiltY: tiltY = try cursor.number()
      default: try cursor.skip()
      }
    }

    private enum Key {
      static let time = JSONKey("t")
      static let kind = JSONKey("k")
      static let event = JSONKey("ev")
      static let id = JSONKey("id")
      static let down = JSONKey("down")
      static let tip = JSONKey("tip")
      static let x = JSONKey("x")
      static let y = JSONKey("y")
      static let width = JSONKey("w")
      static let height = JSONKey("h")
      static let pressure = JSONKey("p")
      static let distance = JSONKey("d")
      static let tiltX = JSONKey("tx")
      static let tiltY = JSONKey("ty")
    }
  }
}
