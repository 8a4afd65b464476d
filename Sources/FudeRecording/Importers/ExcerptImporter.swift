import FudeEvdev
import FudeModel

/// Reads excerpts of logs that were taken from reports, as JSON Lines.
///
/// The first line has `source` and `form`, maybe `device`. Then, by what a line has: the kernel's
/// events (`type`, `code`, `value`; or `[s,us,type,code,value]`; or codes by name), a pen or touch in
/// millimetres as libinput prints them, a pen's `prox`, bare pressures (`raw`), an axis at rest
/// (`axis`), or a remark (`note`, `expect`). What a device needs and the excerpt does not say is made
/// up, and said.
struct ExcerptImporter {
  /// The most lines that are read.
  private static let longest = 200_000
  /// The time between bare pressures, in microseconds, as of a 125 Hz pen.
  private static let step: Int64 = 8000

  private var log: SkipLog
  private var provenance = Provenance()
  private var named = DeviceDescription(name: "device of the excerpt")
  private var synthesis = DescriptionSynthesis()
  private var entries: [ListTrack.Entry] = []
  private var surfaceEvents: [InputEvent] = []
  private var remarks: [Annotation] = []
  private var resting: [AxisDescription] = []
  private var pen = PenSample(
    time: .zero, device: DeviceID(1), surface: SurfaceID(0), state: .out, position: nil)
  private var contacts: [Int: ContactID] = [:]
  private var places: [Int: Point] = [:]
  private var nextContact: UInt64 = 0
  private var isMetric = false

  static func read(_ stream: ByteStream) throws(RecordingError) -> ListTrack {
    var importer = ExcerptImporter(log: SkipLog(file: stream.name))
    while let line = try stream.next() {
      guard stream.line <= longest else {
        importer.log.skip(line: stream.line, "expected an excerpt of at most 200000 lines")
        break
      }
      guard line.contains(where: { $0 > 32 }) else { continue }
      do throws(JSONFault) {
        try importer.take(JSONValue(line), line: stream.line)
      } catch {
        importer.log.skip(line: stream.line, error.sentence)
      }
    }
    return importer.finish(name: stream.name)
  }

  private init(log: SkipLog) {
    self.log = log
  }

  private mutating func take(_ value: JSONValue, line: Int) {
    if case .array(let numbers) = value {
      takeArray(numbers, line)
      return
    }
    if let source = value["source"]?.text {
      header(value, source)
      return
    }
    for (key, isExpectation) in [("expect", true), ("note", false)] {
      if let text = value[key]?.text {
        remarks.append(Annotation(text: text, isExpectation: isExpectation))
      }
    }
    if let axis = value["axis"]?.text {
      rest(axis, value, line)
    } else if let pressures = value["raw"]?.array {
      bare(pressures)
    } else if let seconds = value["t"]?.double {
      let time = Timestamp(microseconds: TimeSpan.seconds(seconds).microseconds)
      if value["type"] != nil || value["code"] != nil {
        takeEvent(value, at: time, line)
      } else if value["ev"] != nil || value["prox"] != nil || value["p"] != nil || value["x"] != nil
      {
        takeAbstract(value, at: time, line)
      } else {
        takeNamed(value, at: time, line)
      }
    } else if value["expect"] == nil, value["note"] == nil {
      log.skip(line: line, "expected t, axis, raw, note or expect")
    }
  }

  private mutating func header(_ value: JSONValue, _ source: String) {
    provenance.source = source
    if let form = value["form"]?.text { provenance.remarks.append("form: \(form)") }
    guard let device = value["device"] else { return }
    if let name = device["name"]?.text { named.name = name }
    named.bus = number16(device["bus"])
    named.vendor = number16(device["vendor"])
    named.product = number16(device["product"])
    named.version = number16(device["version"])
  }

  private func number16(_ value: JSONValue?) -> UInt16 {
    UInt16(truncatingIfNeeded: value?.int ?? 0)
  }

  // MARK: The kernel's events

  private mutating func append(_ event: RawEvent) {
    synthesis.note(event)
    // One time is one frame; evtest's readers mostly left SYN_REPORT out.
    if case .frame(let device, var events)? = entries.last?.content,
      entries.last?.time == event.time, events.count < longestFrame
    {
      events.removeAll { $0.type == EV.syn && $0.code == SYN.report }
      if event.type != EV.syn || event.code != SYN.report { events.append(event) }
      events.append(RawEvent(time: event.time, type: EV.syn, code: SYN.report, value: 0))
      entries[entries.count - 1].content = .frame(device: device, events)
      return
    }
    guard event.type != EV.syn || event.code != SYN.report else { return }
    let end = RawEvent(time: event.time, type: EV.syn, code: SYN.report, value: 0)
    entries.append(
      ListTrack.Entry(time: event.time, content: .frame(device: 0, [event, end])))
  }

  private mutating func takeArray(_ numbers: [JSONValue], _ line: Int) {
    let values = numbers.compactMap(\.int)
    guard values.count == 5, let type = UInt16(exactly: values[2]),
      let code = UInt16(exactly: values[3]), (-9_000_000_000...9_000_000_000).contains(values[0])
    else {
      log.skip(line: line, "expected [s,us,type,code,value]")
      return
    }
    let time = Timestamp(microseconds: Int64(values[0]) * 1_000_000 &+ Int64(values[1]))
    append(RawEvent(time: time, type: type, code: code, value: Int32(clamping: values[4])))
  }

  private mutating func takeEvent(_ value: JSONValue, at time: Timestamp, _ line: Int) {
    guard let type = value["type"]?.int.flatMap({ UInt16(exactly: $0) }),
      let code = value["code"]?.int.flatMap({ UInt16(exactly: $0) }),
      let number = value["value"]?.int
    else {
      log.skip(line: line, "expected type, code and value")
      return
    }
    append(RawEvent(time: time, type: type, code: code, value: Int32(clamping: number)))
  }

  private mutating func takeNamed(_ value: JSONValue, at time: Timestamp, _ line: Int) {
    var found = false
    for member in value.object ?? [] {
      guard let (type, code) = evdevCode(named: member.key), let number = member.value.int else {
        continue
      }
      found = true
      append(RawEvent(time: time, type: type, code: code, value: Int32(clamping: number)))
    }
    if !found { log.skip(line: line, "expected events by name, such as ABS_X") }
  }

  private mutating func rest(_ name: String, _ value: JSONValue, _ line: Int) {
    guard let (type, code) = evdevCode(named: name), type == EV.abs else {
      log.skip(line: line, "expected the name of an axis")
      return
    }
    func number(_ key: String) -> Int32 { Int32(clamping: value[key]?.int ?? 0) }
    resting.append(
      AxisDescription(
        code: code, value: number("value"), minimum: number("min"), maximum: number("max"),
        fuzz: number("fuzz"), flat: number("flat")))
  }

  // MARK: Pens and touches in words

  private mutating func bare(_ pressures: [JSONValue]) {
    for value in pressures.prefix(Self.longest) {
      guard let raw = value.double else { continue }
      let index = Int64(surfaceEvents.count)
      pen.time = Timestamp(microseconds: index * Self.step)
      pen.state = .touching
      pen.position = Point(x: Double(index), y: 0)
      pen.pressure = Float(max(0, min(1, raw / 65535)))
      surfaceEvents.append(.pen(pen))
    }
    log.add(
      .synthesised, line: nil,
      "the pressures have no times or places: 8 ms and 1 mm apart were made up")
  }

  private mutating func takeAbstract(_ value: JSONValue, at time: Timestamp, _ line: Int) {
    let word = value["ev"]?.text ?? ""
    if value["dev"]?.text == "touch" || word.utf8.starts(with: "TOUCH".utf8) {
      touch(word, value, at: time, line)
      return
    }
    pen.time = time
    if let x = value["x_mm"]?.double ?? value["x"]?.double,
      let y = value["y_mm"]?.double ?? value["y"]?.double
    {
      isMetric = true
      pen.position = Point(x: x, y: y)
    }
    if let pressure = value["pressure"]?.double ?? value["p"]?.double {
      pen.pressure = Float(max(0, min(1, pressure)))
    }
    if let tilt = value["tilt"]?.array, tilt.count == 2, let x = tilt[0].double,
      let y = tilt[1].double
    {
      pen.tilt = Tilt(x: radians(x), y: radians(y))
    }
    let proximity = value["prox"]?.text ?? value["state"]?.text
    let isTouching =
      value["tip"]?.text.map { $0 == "down" } ?? (pen.state == .touching && proximity != "out")
    if proximity == "out" {
      pen.state = .out
    } else if isTouching, pen.position != nil {
      pen.state = .touching
    } else {
      pen.state = pen.position == nil ? .near : .hovering(distance: nil)
    }
    surfaceEvents.append(.pen(pen))
  }

  private func radians(_ degrees: Double) -> Float {
    Float(max(-90, min(90, degrees)) * Maths.pi / 180)
  }

  private mutating func touch(
    _ word: String, _ value: JSONValue, at time: Timestamp, _ line: Int
  ) {
    let slot = value["slot"]?.int ?? 0
    if let x = value["x_mm"]?.double, let y = value["y_mm"]?.double {
      places[slot] = Point(x: x, y: y)
    }
    guard let place = places[slot] else {
      log.skip(line: line, "expected x_mm and y_mm of a touch")
      return
    }
    let phase: ContactPhase
    switch word {
    case "TOUCH_DOWN": phase = .began
    case "TOUCH_MOTION": phase = contacts[slot] == nil ? .began : .moved
    case "TOUCH_UP": phase = .ended
    case "TOUCH_CANCEL": phase = .cancelled
    default:
      log.skip(line: line, "expected TOUCH_DOWN, TOUCH_MOTION, TOUCH_UP or TOUCH_CANCEL")
      return
    }
    if phase == .began {
      contacts[slot] = ContactID(nextContact)
      nextContact += 1
    }
    guard let id = contacts[slot] else { return }
    if phase == .ended || phase == .cancelled { contacts[slot] = nil }
    let contact = Contact(id: id, phase: phase, position: place)
    surfaceEvents.append(
      .touch(
        TouchFrame(
          time: time, device: DeviceID(2), surface: SurfaceID(0), contacts: [contact])))
  }

  // MARK: The whole

  private mutating func finish(name: String) -> ListTrack {
    var devices: [RecordedDevice] = []
    var numbers: [DeviceID: DeviceID] = [:]
    if !resting.isEmpty { restingPad() }
    if !synthesis.isEmpty || surfaceEvents.isEmpty {
      devices.append(
        RecordedDevice(
          description: synthesis.description(named), level: .evdev, isSynthesised: true))
      log.add(.synthesised, line: nil, DescriptionSynthesis.sentence)
    }
    let shared = surface
    for (local, role) in [(DeviceID(1), DeviceRole.pen), (DeviceID(2), .touch)]
    where surfaceEvents.contains(where: { $0.device == local }) {
      numbers[local] = DeviceID(UInt32(devices.count))
      var description = named
      description.name = "\(role.label) of the excerpt"
      devices.append(
        RecordedDevice(
          description: description, level: .surface, role: role, declaredSurface: shared,
          isSynthesised: true))
    }
    if !surfaceEvents.isEmpty {
      log.add(
        .synthesised, line: nil,
        "the excerpt tells no surface: one that holds what occurs was made up")
    }
    for event in surfaceEvents {
      guard let device = numbers[event.device] else { continue }
      let moved = event.moved(to: device, surface: SurfaceID(0), keep: true)
      entries.append(ListTrack.Entry(time: event.time, content: .record(.input(moved))))
    }
    let first = entries.map(\.time).min() ?? .zero
    for remark in remarks {
      entries.append(ListTrack.Entry(time: first, content: .record(.annotation(remark))))
      provenance.remarks.append((remark.isExpectation ? "expected: " : "") + remark.text)
    }
    return ListTrack(
      name: name, devices: devices, provenance: provenance, log: log, entries: entries)
  }

  /// A controller of which only the resting axes are told: they are its one frame.
  private mutating func restingPad() {
    let south = EventCode(type: EV.key, code: BTN.south)
    named.codes = Set(named.codes).union([south]).sorted()
    named.axes = resting.sorted { $0.code < $1.code }
    for axis in resting {
      append(RawEvent(time: .zero, type: EV.abs, code: axis.code, value: axis.value))
    }
    log.add(
      .synthesised, line: nil,
      "only axes at rest are told: taken for a controller's, as one frame at 0 s")
  }

  private var surface: DeclaredSurface {
    var width = 0.0
    var height = 0.0
    for event in surfaceEvents {
      switch event {
      case .pen(let sample):
        width = max(width, sample.position?.x ?? 0)
        height = max(height, sample.position?.y ?? 0)
      case .touch(let frame):
        for contact in frame.contacts {
          width = max(width, contact.position.x)
          height = max(height, contact.position.y)
        }
      default: break
      }
    }
    // A sheet of A4 lying on its side holds most of them.
    return DeclaredSurface(
      number: 0, size: Size(width: max(297, width), height: max(210, height)), isMetric: isMetric)
  }
}
