import FudeHID
import FudeModel
import Foundation
import Testing

let pad = DeviceID(0)

func bytes(_ hex: String) -> [UInt8] {
  let digits = Array(hex.utf8)
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16) ?? 0
  }
}

@Suite struct PadReportDecoderTests {
  /// Report 1 of a DualShock 4 at rest, on the cable, lying flat.
  static let rest: [UInt8] = {
    var report = [UInt8](repeating: 0, count: 64)
    report.replaceSubrange(0..<6, with: [1, 128, 128, 128, 128, 8])
    report[22] = 0x20
    report[30] = 0x1b
    report[35] = 0x80
    report[39] = 0x80
    return report
  }()

  func decode(_ report: [UInt8]) throws -> PadReport {
    try PadReportDecoder(layout: .dualShock4).decode(report, device: pad, at: .zero)
  }

  @Test func `A pad at rest is at rest, exactly`() throws {
    let report = try decode(Self.rest)
    #expect(report.frame == PadFrame(time: .zero, device: pad))
    #expect(report.firstTouch == nil && report.secondTouch == nil)
    #expect(report.motion?.acceleration == SIMD3(0, 1, 0))
    #expect(report.battery == PadBattery(level: 1, state: .full))
  }

  static let presses: [(Int, UInt8, PadButtons)] = [
    (5, 0x18, .west), (5, 0x28, .south), (5, 0x48, .east), (5, 0x88, .north),
    (5, 0x00, .up), (5, 0x01, [.up, .right]), (5, 0x04, .down), (5, 0x06, .left),
    (5, 0x07, [.up, .left]), (6, 0x01, .leftShoulder), (6, 0x02, .rightShoulder), (6, 0x0c, []),
    (6, 0x10, .options), (6, 0x20, .menu), (6, 0x40, .leftStick), (6, 0x80, .rightStick),
    (7, 0x01, .home), (7, 0x02, .touchpad), (7, 0xfc, []),
  ]

  @Test(arguments: presses)
  func `Each bit is its button`(place: Int, value: UInt8, button: PadButtons) throws {
    var report = Self.rest
    report[place] = value
    #expect(try decode(report).frame.buttons == button)
  }

  @Test func `Sticks and triggers reach both ends, and up is positive`() throws {
    var report = Self.rest
    report.replaceSubrange(1...4, with: [0, 0, 255, 255])
    report[8] = 255
    let frame = try decode(report).frame
    #expect(frame.leftStick == SIMD2(-1, 1) && frame.rightStick == SIMD2(1, -1))
    #expect(frame.leftTrigger == 1 && frame.rightTrigger == 0)
  }

  @Test func `A finger's place is a fraction of the touchpad`() throws {
    var report = Self.rest
    report.replaceSubrange(35...38, with: [0x01, 0x7f, 0xd7, 0x3a])
    let touch = try #require(try decode(report).firstTouch)
    #expect(touch.x == 1 && abs(touch.y - 941.0 / 941) < 0.001)
  }

  @Test func `A damaged Bluetooth report is refused, not believed`() {
    let report = bytes("11c0008080808008") + [UInt8](repeating: 0, count: 70)
    #expect(throws: PadReportError.checksum) { try decode(report) }
  }

  @Test(arguments: PadReportDecoder.Layout.allCases, 0..<80)
  func `Reports of any length and content never trap`(
    layout: PadReportDecoder.Layout, length: Int
  ) {
    let decoder = PadReportDecoder(layout: layout)
    for number: UInt8 in [0, 1, 0x11, 0x31] {
      var report = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 89) }
      if !report.isEmpty { report[0] = number }
      let state = try? decoder.decode(report, device: pad, at: .zero)
      if let state { #expect(abs(state.frame.leftStick.x) <= 1) }
    }
  }

  @Test func `Only products whose reports are known have a decoder`() {
    #expect(PadReportDecoder(vendor: 0x054c, product: 0x09cc)?.layout == .dualShock4)
    #expect(PadReportDecoder(vendor: 0x054c, product: 0x0ce6)?.layout == .dualSense)
    #expect(PadReportDecoder(vendor: 0x045e, product: 0x02ea) == nil)
  }
}

/// What the kernel's own drivers made of the same reports, in `corpus/pads`.
@Suite struct KernelAgreementTests {
  static let folder: URL? = {
    let environment = ProcessInfo.processInfo.environment["FUDE_SHARED"]
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let shared =
      environment.map { URL(fileURLWithPath: $0) }
      ?? root.deletingLastPathComponent().appendingPathComponent("shared")
    let pads = shared.appendingPathComponent("corpus/pads")
    return FileManager.default.fileExists(atPath: pads.path) ? pads : nil
  }()

  struct Recording: Decodable {
    struct Node: Decodable {
      let event: String
      let name: String
    }
    struct Step: Decodable {
      let label: String
      let report: String
      let events: [String: [[Int]]]
    }
    struct HID: Decodable {
      let vid: UInt16
      let pid: UInt16
    }
    let hid: HID
    let nodes: [Node]
    let steps: [Step]
  }

  static let names = [
    "linux-6.12/ds4_usb__6-12", "linux-6.12/ds4_bt__6-12", "linux-6.12/ds5_usb__6-12",
    "linux-6.1/ds4_usb__6-1", "linux-6.1/ds4_bt__6-1", "linux-6.1/ds5_usb__6-1",
  ]

  @Test(
    .enabled(if: folder != nil, "corpus/pads is not here; set FUDE_SHARED"), arguments: names)
  func `Every report decodes to what the kernel's driver made of it`(name: String) throws {
    let folder = try #require(Self.folder)
    let data = try Data(contentsOf: folder.appendingPathComponent(name + ".json"))
    let recording = try JSONDecoder().decode(Recording.self, from: data)
    let decoder = try #require(
      PadReportDecoder(vendor: recording.hid.vid, product: recording.hid.pid))
    let node = try #require(
      recording.nodes.first { !$0.name.hasSuffix("Touchpad") && !$0.name.hasSuffix("Sensors") })
    var kernel = KernelPad()
    var compared = 0
    for step in recording.steps {
      let report = try decoder.decode(bytes(step.report), device: pad, at: .zero)
      for event in step.events[node.event] ?? [] { kernel.take(event[2], event[3], event[4]) }
      let frame = report.frame
      let sticks = [
        frame.leftStick.x, -frame.leftStick.y, frame.rightStick.x, -frame.rightStick.y,
      ]
      for (ours, theirs) in zip(sticks, kernel.sticks) {
        #expect(ours == theirs, "\(step.label)")
      }
      #expect(frame.leftTrigger == kernel.triggers[0], "\(step.label)")
      #expect(frame.rightTrigger == kernel.triggers[1], "\(step.label)")
      #expect(frame.buttons.subtracting([.touchpad, .share]) == kernel.buttons, "\(step.label)")
      compared += 1
    }
    #expect(compared > 100)
  }
}

/// The kernel's gamepad layout, as far as these two drivers use it.
private struct KernelPad {
  var sticks: [Float] = [0, 0, 0, 0]
  var triggers: [Float] = [0, 0]
  var buttons: PadButtons = []

  static let keys: [Int: PadButtons] = [
    0x130: .south, 0x131: .east, 0x133: .north, 0x134: .west, 0x136: .leftShoulder,
    0x137: .rightShoulder, 0x13a: .options, 0x13b: .menu, 0x13c: .home, 0x13d: .leftStick,
    0x13e: .rightStick,
  ]

  mutating func take(_ type: Int, _ code: Int, _ value: Int) {
    if type == 1, let button = Self.keys[code] {
      if value == 0 { buttons.remove(button) } else { buttons.insert(button) }
    }
    guard type == 3 else { return }
    let offset = Float(value) - 128
    let stick = offset < 0 ? offset / 128 : offset / 127
    switch code {
    case 0, 1: sticks[code] = stick
    case 3, 4: sticks[code - 1] = stick
    case 2: triggers[0] = Float(value) / 255
    case 5: triggers[1] = Float(value) / 255
    case 0x10: set(.left, value < 0, .right, value > 0)
    case 0x11: set(.up, value < 0, .down, value > 0)
    default: break
    }
  }

  private mutating func set(
    _ first: PadButtons, _ isFirst: Bool, _ second: PadButtons, _ isSecond: Bool
  ) {
    buttons.subtract([first, second])
    if isFirst { buttons.insert(first) }
    if isSecond { buttons.insert(second) }
  }
}
