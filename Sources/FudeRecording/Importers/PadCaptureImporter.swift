import FudeEvdev
import FudeModel

/// Reads captures of one physical controller: its HID reports and what the kernel's driver made of
/// them on each of its nodes, as one object of JSON.
struct PadCaptureImporter {
  private var log: SkipLog
  private var devices: [RecordedDevice] = []
  private var numbers: [String: Int] = [:]
  private var entries: [ListTrack.Entry] = []

  static func read(_ stream: ByteStream) throws(RecordingError) -> ListTrack {
    var bytes: [UInt8] = []
    while let line = try stream.next() {
      bytes.append(contentsOf: line)
      bytes.append(10)
      guard bytes.count <= ByteStream.longestLine else {
        throw RecordingError(.malformed, file: stream.name, "is longer than a capture may be")
      }
    }
    let value: JSONValue
    do throws(JSONFault) {
      value = try bytes.withUnsafeBufferPointer { view throws(JSONFault) in try JSONValue(view) }
    } catch {
      throw RecordingError(
        .malformed, file: stream.name, "the capture cannot be read: \(error.sentence)")
    }
    var importer = PadCaptureImporter(log: SkipLog(file: stream.name))
    return importer.read(value, name: stream.name)
  }

  private init(log: SkipLog) {
    self.log = log
  }

  private mutating func read(_ value: JSONValue, name: String) -> ListTrack {
    for node in value["nodes"]?.array ?? [] { add(node) }
    let hid = addReports(value)
    for step in value["steps"]?.array ?? [] { take(step, hid) }
    if let flood = value["flood"] { take(flood, hid) }
    var provenance = Provenance()
    provenance.kernel = value["kernel"]?.text
    let parts = [value["kind"]?.text, value["driver"]?.text.map { "driver \($0)" }]
    provenance.source = parts.compactMap { $0 }.joined(separator: ", ")
    return ListTrack(
      name: name, devices: devices, provenance: provenance, log: log, entries: entries)
  }

  private mutating func add(_ node: JSONValue) {
    guard let key = node["event"]?.text, devices.count < 64 else { return }
    func list(_ name: String) -> [UInt16] {
      (node[name]?.array ?? []).compactMap { $0.int.flatMap { UInt16(exactly: $0) } }
    }
    func id(_ name: String) -> UInt16 { UInt16(truncatingIfNeeded: node[name]?.int ?? 0) }
    var codes: [EventCode] = []
    for (type, name) in [(EV.key, "key"), (EV.rel, "rel"), (EV.msc, "msc"), (0x15, "ff")] {
      codes += list(name).map { EventCode(type: type, code: $0) }
    }
    var axes: [AxisDescription] = []
    for member in node["abs"]?.object ?? [] {
      guard let code = UInt16(member.key) else { continue }
      func number(_ key: String) -> Int32 { Int32(clamping: member.value[key]?.int ?? 0) }
      axes.append(
        AxisDescription(
          code: code, value: number("value"), minimum: number("min"), maximum: number("max"),
          fuzz: number("fuzz"), flat: number("flat"), resolution: number("res")))
    }
    let description = DeviceDescription(
      name: node["name"]?.text ?? key, bus: id("bus"), vendor: id("vendor"),
      product: id("product"), version: id("version"), properties: list("props").sorted(),
      codes: codes.sorted(), axes: axes.sorted { $0.code < $1.code })
    numbers[key] = devices.count
    devices.append(
      RecordedDevice(
        description: description, level: .evdev,
        identity: DeviceIdentity(serial: node["uniq"]?.text, place: node["phys"]?.text)))
  }

  /// The device whose reports are kept; its number.
  private mutating func addReports(_ value: JSONValue) -> Int {
    let hid = value["hid"]
    func id(_ name: String) -> UInt16 { UInt16(truncatingIfNeeded: hid?[name]?.int ?? 0) }
    let description = DeviceDescription(
      name: "\(hid?["name"]?.text ?? "controller") (reports)", bus: id("bus"), vendor: id("vid"),
      product: id("pid"), version: id("version"))
    var device = RecordedDevice(description: description, level: .hid, role: .pad)
    device.reportDescriptor = value["rdesc"]?.text.flatMap { Hex.bytes($0) }
    devices.append(device)
    return devices.count - 1
  }

  private mutating func take(_ step: JSONValue, _ hid: Int) {
    let label = step["label"]?.text
    if let text = step["report"]?.text, let bytes = Hex.bytes(text),
      let seconds = step["t"]?.double
    {
      let time = Timestamp(microseconds: TimeSpan.seconds(seconds).microseconds)
      let report = ReportRecord(
        time: time, device: DeviceID(UInt32(hid)), bytes: bytes, label: label)
      entries.append(ListTrack.Entry(time: time, content: .record(.report(report))))
    }
    for member in step["events"]?.object ?? [] {
      guard let device = numbers[member.key] else { continue }
      frames(member.value.array ?? [], device)
    }
  }

  private mutating func frames(_ events: [JSONValue], _ device: Int) {
    var frame: [RawEvent] = []
    for value in events {
      let numbers = (value.array ?? []).compactMap(\.int)
      guard numbers.count == 5, let type = UInt16(exactly: numbers[2]),
        let code = UInt16(exactly: numbers[3]),
        (-9_000_000_000...9_000_000_000).contains(numbers[0])
      else {
        log.skip(line: 1, "expected [s,us,type,code,value]")
        continue
      }
      let time = Timestamp(microseconds: Int64(numbers[0]) * 1_000_000 &+ Int64(numbers[1]))
      frame.append(
        RawEvent(time: time, type: type, code: code, value: Int32(clamping: numbers[4])))
      if type == EV.syn, code == SYN.report || frame.count >= longestFrame {
        entries.append(ListTrack.Entry(time: time, content: .frame(device: device, frame)))
        frame = []
      }
    }
    if let last = frame.last {
      entries.append(ListTrack.Entry(time: last.time, content: .frame(device: device, frame)))
    }
  }
}
