import Foundation
import FudeModel
import FudePadSources
import Testing

/// What SDL and libmanette made of the same devices, in `corpus/pads/peers`, against ours.
extension GameController {
  @Suite struct Peers {
    static let folder = shared("corpus/pads/peers")

    /// One run of a peer and the capture that it was made from.
    struct Run: CustomTestStringConvertible {
      let log: String
      let capture: String
      var testDescription: String { log }
    }

    static let sdl = [
      Run(log: "sdl2.26.5_evdev_ds4_usb", capture: "linux-6.12/ds4_usb__6-12"),
      Run(log: "sdl2.26.5_evdev_ds4_bt", capture: "linux-6.12/ds4_bt__6-12"),
      Run(log: "sdl2.26.5_evdev_ds5_usb", capture: "linux-6.12/ds5_usb__6-12"),
      Run(log: "sdl2.26.5_hidapi_ds4_bt", capture: "linux-6.12/ds4_bt__6-12"),
    ]
    static let manette = [
      Run(log: "libmanette0.2.6_ds4_usb", capture: "linux-6.12/ds4_usb__6-12"),
      Run(log: "libmanette0.2.6_ds4_bt", capture: "linux-6.12/ds4_bt__6-12"),
      Run(log: "libmanette0.2.6_ds5_usb", capture: "linux-6.12/ds5_usb__6-12"),
    ]

    func words(_ run: Run) throws -> [[Substring]] {
      let file = try #require(Self.folder).appendingPathComponent(run.log + ".log")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { $0.split(separator: " ") }
    }

    func frames(_ run: Run) throws -> [PadFrame] {
      try PadTimeline([try Replays.path(run.capture + ".json")]).entries.compactMap {
        if case .report(let report) = $0.event { report.frame } else { nil }
      }
    }

    /// The values of one control, each change once, from rest on.
    func changes(_ values: [Int]) -> [Int] {
      var last = 0
      return values.filter { value in
        defer { last = value }
        return value != last
      }
    }

    @Test(.enabled(if: folder != nil, "corpus/pads/peers is not here"), arguments: sdl)
    func `Sticks and triggers go through the same values as in SDL`(run: Run) throws {
      let lines = try words(run)
      let frames = try frames(run)
      /// The device's own 0...255 about the middle: what both began with.
      func step(_ value: Float) -> Int { Int((value < 0 ? value * 128 : value * 127).rounded()) }
      let controls: [(String, (PadFrame) -> Int)] = [
        ("leftx", { step($0.leftStick.x) }), ("lefty", { step(-$0.leftStick.y) }),
        ("rightx", { step($0.rightStick.x) }), ("righty", { step(-$0.rightStick.y) }),
        ("lefttrigger", { Int(($0.leftTrigger * 255).rounded()) }),
        ("righttrigger", { Int(($0.rightTrigger * 255).rounded()) }),
      ]
      for (name, value) in controls {
        let theirs = changes(
          lines.filter { $0.count > 4 && $0[1] == "GCAXIS" && $0[3] == name[...] }
            .compactMap { Int($0[4]) }
            .map {
              name.hasSuffix("trigger")
                ? Int((Double($0) / 128.5).rounded()) : ($0 + 32768) / 257 - 128
            })
        let ours = changes(frames.map(value))
        #expect(!ours.isEmpty && theirs.starts(with: ours), "\(name)")
      }
    }

    @Test(.enabled(if: folder != nil, "corpus/pads/peers is not here"), arguments: sdl)
    func `Buttons go down in the same order as in SDL`(run: Run) throws {
      let names: [(PadButtons, String)] = [
        (.south, "a"), (.east, "b"), (.west, "x"), (.north, "y"), (.leftShoulder, "leftshoulder"),
        (.rightShoulder, "rightshoulder"), (.options, "back"), (.menu, "start"),
        (.leftStick, "leftstick"), (.rightStick, "rightstick"), (.home, "guide"), (.up, "dpup"),
        (.down, "dpdown"), (.left, "dpleft"), (.right, "dpright"), (.touchpad, "touchpad"),
      ]
      let theirs = try words(run).filter { $0.count > 4 && $0[1] == "GCBTN" && $0[4] == "1" }
        .map { String($0[3]) }
      var last: PadButtons = []
      var ours: [String] = []
      for frame in try frames(run) {
        let down = frame.buttons.subtracting(last)
        last = frame.buttons
        ours += names.filter { down.contains($0.0) }.map(\.1)
      }
      // SDL's evdev path does not tell the touchpad's click.
      if !run.log.contains("hidapi") { ours.removeAll { $0 == "touchpad" } }
      // The peers' run ends with Cross, and Cross held while unplugged; the capture ends before.
      #expect(ours.count > 10 && ours + ["a", "a"] == theirs)
    }

    @Test(.enabled(if: folder != nil, "corpus/pads/peers is not here"), arguments: manette)
    func `Sticks go through the same values as in libmanette, to six digits`(run: Run) throws {
      let lines = try words(run)
      let frames = try frames(run)
      func digits(_ value: Double) -> Int { Int((value * 1e6).rounded()) }
      let controls: [(String, (PadFrame) -> Float)] = [
        ("0x0", { $0.leftStick.x }), ("0x1", { -$0.leftStick.y }), ("0x3", { $0.rightStick.x }),
        ("0x4", { -$0.rightStick.y }),
      ]
      for (code, value) in controls {
        let theirs = changes(
          lines.filter { $0.count > 3 && $0[1] == "ABS" && $0[2] == code[...] }
            .compactMap { Double($0[3]) }.map(digits))
        let ours = changes(frames.map { digits(Double(value($0))) })
        #expect(!ours.isEmpty && zip(theirs, ours).allSatisfy { abs($0 - $1) <= 1 }, "\(code)")
        #expect(theirs.count >= ours.count, "\(code)")
      }
    }

    @Test(.enabled(if: folder != nil, "corpus/pads/peers is not here"), arguments: manette)
    func `Buttons go down in the same order as in libmanette`(run: Run) throws {
      let codes: [(PadButtons, String)] = [
        (.south, "0x130"), (.east, "0x131"), (.north, "0x133"), (.west, "0x134"),
        (.leftShoulder, "0x136"), (.rightShoulder, "0x137"), (.options, "0x13a"),
        (.menu, "0x13b"), (.home, "0x13c"), (.leftStick, "0x13d"), (.rightStick, "0x13e"),
      ]
      // libmanette gives the triggers as buttons too.
      let theirs = try words(run).filter { $0.count > 2 && $0[1] == "PRESS" }.map { String($0[2]) }
        .filter { code in codes.contains { $0.1 == code } }
      var last: PadButtons = []
      var ours: [String] = []
      for frame in try frames(run) {
        let down = frame.buttons.subtracting(last)
        last = frame.buttons
        ours += codes.filter { down.contains($0.0) }.map(\.1)
      }
      #expect(ours.count > 10 && ours + ["0x130", "0x130"] == theirs)
    }
  }
}
