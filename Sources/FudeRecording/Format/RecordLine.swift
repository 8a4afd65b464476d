import FudeEvdev
import FudeModel

/// The values of one line of our format; reused from line to line.
struct RecordLine {
  enum Content {
    case none, frame, pen, touch, pad, pointer, report, link, lost, click, note
  }

  private(set) var time = Timestamp.zero
  private(set) var hasTime = false
  private(set) var device = -1
  private(set) var isDevice = false
  private(set) var content = Content.none
  private(set) var text = ""
  private(set) var isExpectation = false

  private var event: InputEvent?
  private var pointer: PointerRecord?
  private var bytes: [UInt8] = []
  private var reportKind = ReportRecord.Kind.input
  private var label: String?
  private var link: LinkRecord.Content?
  private var characteristic = ""
  private var direction = ""
  private var isOpen = false
  private var reportValue: Int32 = 0
  private var clickHeld: Int64?

  private enum Key {
    static let time = JSONKey("t")
    static let device = JSONKey("d")
    static let events = JSONKey("e")
    static let open = JSONKey("open")
    static let syn = JSONKey("syn")
    static let pen = JSONKey("pen")
    static let touch = JSONKey("touch")
    static let pad = JSONKey("pad")
    static let pointer = JSONKey("pointer")
    static let hid = JSONKey("hid")
    static let report = JSONKey("report")
    static let gatt = JSONKey("gatt")
    static let characteristic = JSONKey("characteristic")
    static let direction = JSONKey("direction")
    static let link = JSONKey("link")
    static let rssi = JSONKey("rssi")
    static let lost = JSONKey("lost")
    static let click = JSONKey("click")
    static let held = JSONKey("held")
    static let note = JSONKey("note")
    static let expect = JSONKey("expect")
    static let label = JSONKey("label")
    static let deviceLine = JSONKey("device")
  }

  private mutating func clear() {
    time = .zero
    hasTime = false
    device = -1
    isDevice = false
    content = .none
    isExpectation = false
    event = nil
    pointer = nil
    label = nil
    link = nil
    isOpen = false
    reportValue = 0
    clickHeld = nil
    reportKind = .input
    if !characteristic.isEmpty { characteristic = "" }
    if !direction.isEmpty { direction = "" }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Reads a line; the kernel's events go to `frame`.
  mutating func read(
    _ line: UnsafeBufferPointer<UInt8>, frame: inout [RawEvent]
  ) throws(JSONFault) {
    clear()
    var cursor = JSONCursor(line)
    try cursor.object { (cursor: inout JSONCursor, key: JSONKey) throws(JSONFault) in
      switch key {
      case Key.time:
        time = Timestamp(microseconds: try cursor.integer())
        hasTime = true
      case Key.device: device = Int(truncatingIfNeeded: try cursor.integer())
      case Key.events:
        content = .frame
        try events(&cursor, &frame)
      default: try rare(key, &cursor)
      }
    }
    try cursor.finish()
    if content == .frame { finishFrame(&frame) }
  }

  private func events(
    _ cursor: inout JSONCursor, _ frame: inout [RawEvent]
  ) throws(JSONFault) {
    try cursor.array { (cursor: inout JSONCursor, _: Int) throws(JSONFault) in
      guard cursor.take("[") else {
        throw JSONFault(position: cursor.position, expected: "[type,code,value]")
      }
      let type = try cursor.uint16()
      guard cursor.take(",") else {
        throw JSONFault(position: cursor.position, expected: "a comma and the code")
      }
      let code = try cursor.uint16()
      guard cursor.take(",") else {
        throw JSONFault(position: cursor.position, expected: "a comma and the value")
      }
      let value = try cursor.int32()
      var offset: Int64 = 0
      if cursor.take(",") { offset = try cursor.integer() }
      guard cursor.take("]") else {
        throw JSONFault(position: cursor.position, expected: "the event's end")
      }
      guard frame.count < longestFrame else {
        throw JSONFault(position: cursor.position, expected: "at most 4096 events in a frame")
      }
      // The time of the frame may stand behind its events: offsets are added at the end.
      frame.append(
        RawEvent(
          time: Timestamp(microseconds: offset), type: type, code: code, value: value))
    }
  }

  private func finishFrame(_ frame: inout [RawEvent]) {
    for index in frame.indices {
      frame[index].time = Timestamp(
        microseconds: time.microseconds &+ frame[index].time.microseconds)
    }
    if !isOpen {
      frame.append(RawEvent(time: time, type: EV.syn, code: SYN.report, value: reportValue))
    }
  }

  private mutating func rare(_ key: JSONKey, _ cursor: inout JSONCursor) throws(JSONFault) {
    switch key {
    case Key.open: isOpen = try cursor.boolean()
    case Key.syn: reportValue = try cursor.int32()
    case Key.pen:
      content = .pen
      event = .pen(try RecordBody.pen(&cursor))
    case Key.touch:
      content = .touch
      event = .touch(try RecordBody.touch(&cursor))
    case Key.pad:
      content = .pad
      event = .pad(try RecordBody.pad(&cursor))
    case Key.pointer:
      content = .pointer
      pointer = try RecordBody.pointer(&cursor)
    case Key.hid:
      content = .report
      bytes = try RecordBody.hex(&cursor)
    case Key.report:
      guard let kind = ReportRecord.Kind(rawValue: try cursor.string()) else {
        throw JSONFault(position: cursor.position, expected: "input, output or feature")
      }
      reportKind = kind
    case Key.gatt:
      content = .link
      bytes = try RecordBody.hex(&cursor)
    case Key.characteristic: characteristic = try cursor.string()
    case Key.direction: direction = try cursor.string()
    case Key.link:
      content = .link
      link = .state(try cursor.string())
    case Key.rssi:
      content = .link
      link = .signal(rssi: Int(truncatingIfNeeded: try cursor.integer()))
    case Key.lost: try lost(&cursor)
    case Key.click: try click(&cursor)
    case Key.held: clickHeld = try cursor.integer()
    case Key.note, Key.expect:
      content = .note
      isExpectation = key == Key.expect
      text = try cursor.string()
    case Key.label: label = try cursor.string()
    case Key.deviceLine:
      isDevice = true
      try cursor.skip()
    default: try cursor.skip()
    }
  }

  private mutating func lost(_ cursor: inout JSONCursor) throws(JSONFault) {
    content = .lost
    let cause: LossCause? =
      switch try cursor.string() {
      case "removed": .removed
      case "overflow": .overflow
      case "end": .endOfRecording
      default: nil
      }
    guard let cause else {
      throw JSONFault(position: cursor.position, expected: "removed, overflow or end")
    }
    event = .lost(DeviceID(0), at: .zero, cause)
  }

  private mutating func click(_ cursor: inout JSONCursor) throws(JSONFault) {
    content = .click
    let kind: PenClick.Kind? =
      switch try cursor.string() {
      case "single": .single
      case "double": .double
      case "long": .long
      default: nil
      }
    guard let kind else {
      throw JSONFault(position: cursor.position, expected: "single, double or long")
    }
    event = .penClick(PenClick(time: .zero, device: DeviceID(0), kind: kind, held: nil))
  }

  /// Whether a device of a level can have such a record.
  func fits(_ level: RecordingLevel) -> Bool {
    switch content {
    case .frame: level == .evdev
    case .pen, .touch, .pad, .click: level == .surface
    case .pointer: level == .pointer
    case .report: level == .hid
    case .link: level == .gatt
    case .none, .lost, .note: true
    }
  }

  /// The record, with its device's number; `nil` if the line holds none.
  func record(device: DeviceID) -> Record? {
    switch content {
    case .none, .frame, .note: return nil
    case .pen, .touch, .pad, .lost:
      return event.map { .input($0.at(time).moved(to: device, surface: SurfaceID(0), keep: true)) }
    case .click:
      guard case .penClick(var click) = event else { return nil }
      click.time = time
      click.device = device
      click.held = clickHeld.map { TimeSpan(microseconds: $0) }
      return .input(.penClick(click))
    case .pointer:
      guard var pointer else { return nil }
      pointer.time = time
      pointer.device = device
      return .pointer(pointer)
    case .report:
      return .report(
        ReportRecord(
          time: time, device: device, kind: reportKind, bytes: bytes, label: label))
    case .link:
      if let link { return .link(LinkRecord(time: time, device: device, content: link)) }
      let content: LinkRecord.Content =
        switch direction {
        case "read": .read(characteristic: characteristic, bytes: bytes)
        case "write": .write(characteristic: characteristic, bytes: bytes)
        default: .notification(characteristic: characteristic, bytes: bytes)
        }
      return .link(LinkRecord(time: time, device: device, content: content))
    }
  }
}
