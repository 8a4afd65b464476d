import CSDL2
import Foundation
import FudeModel
import FudePad
import FudePadSources
import Testing

/// A controller that SDL itself plays: the whole path of our back-end without hardware.
final class SDLVirtualPad {
  let index: Int32
  let handle: OpaquePointer
  let told = Told()

  /// What SDL's driver was told to do.
  final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []
    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
  }

  init?(vendor: UInt16 = 0x1234, product: UInt16 = 1, name: String = "Virtual Pad") {
    var description = SDL_VirtualJoystickDesc()
    description.version = UInt16(SDL_VIRTUAL_JOYSTICK_DESC_VERSION)
    description.type = UInt16(SDL_JOYSTICK_TYPE_GAMECONTROLLER.rawValue)
    description.naxes = 6
    description.nbuttons = 21
    description.vendor_id = vendor
    description.product_id = product
    description.userdata = Unmanaged.passUnretained(told).toOpaque()
    description.Rumble = { told, low, high in
      SDLVirtualPad.told(told)?.add("rumble \(low) \(high)")
      return 0
    }
    description.SetLED = { told, red, green, blue in
      SDLVirtualPad.told(told)?.add("light \(red) \(green) \(blue)")
      return 0
    }
    description.SetPlayerIndex = { told, player in
      SDLVirtualPad.told(told)?.add("player \(player)")
    }
    let attached = name.withCString { name in
      description.name = name
      return SDL_JoystickAttachVirtualEx(&description)
    }
    guard attached >= 0, let opened = SDL_JoystickOpen(attached) else { return nil }
    index = attached
    handle = opened
  }

  private static func told(_ pointer: UnsafeMutableRawPointer?) -> Told? {
    pointer.map { Unmanaged<Told>.fromOpaque($0).takeUnretainedValue() }
  }

  func press(_ button: SDL_GameControllerButton, _ isDown: Bool) {
    SDL_JoystickSetVirtualButton(handle, button.rawValue, isDown ? 1 : 0)
  }

  func move(_ axis: SDL_GameControllerAxis, _ value: Int16) {
    SDL_JoystickSetVirtualAxis(handle, axis.rawValue, value)
  }

  func unplug() {
    let instance = SDL_JoystickInstanceID(handle)
    for index in 0..<SDL_NumJoysticks()
    where SDL_JoystickGetDeviceInstanceID(index) == instance {
      SDL_JoystickDetachVirtual(index)
    }
    SDL_JoystickClose(handle)
  }
}

/// What a source told, and a way to wait for it.
final class Heard: @unchecked Sendable {
  private let condition = NSCondition()
  private var events: [PadSourceEvent] = []

  func add(_ event: PadSourceEvent) {
    condition.lock()
    events.append(event)
    condition.broadcast()
    condition.unlock()
  }

  var all: [PadSourceEvent] {
    condition.lock()
    defer { condition.unlock() }
    return events
  }

  /// Waits until `isEnough`; false after ten seconds.
  func wait(until isEnough: ([PadSourceEvent]) -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 10)
    condition.lock()
    defer { condition.unlock() }
    while !isEnough(events) {
      guard condition.wait(until: end) else { return false }
    }
    return true
  }

  static func isGone(_ event: PadSourceEvent?) -> Bool {
    if case .disconnected? = event { true } else { false }
  }

  var reports: [PadReport] {
    all.compactMap { if case .report(let report) = $0 { report } else { nil } }
  }
  var connections: [(DeviceID, PadTraits)] {
    all.compactMap { if case .connected(let pad, let traits) = $0 { (pad, traits) } else { nil } }
  }
  var advice: [String] {
    all.compactMap { if case .advice(let text) = $0 { text } else { nil } }
  }
}

extension GameController {
  @Suite struct SDLBackEnd {
    /// Starts SDL, runs a body with a virtual pad, ends SDL, and returns what was told.
    func withPad(
      options: SDLPads.Options = SDLPads.Options(), vendor: UInt16 = 0x1234,
      _ body: (SDLVirtualPad, SDLPads, Heard) throws -> Void
    ) throws -> Heard {
      let heard = Heard()
      let pads = SDLPads(options: options)
      try pads.start { heard.add($0) }
      do {
        defer { pads.stop() }
        let virtual = try #require(SDLVirtualPad(vendor: vendor))
        try body(virtual, pads, heard)
        withExtendedLifetime(virtual) {}
      }
      return heard
    }

    @Test func `A pad connects at rest, reports, and is gone when the source stops`() throws {
      let heard = try withPad { pad, _, heard in
        #expect(heard.wait { !$0.isEmpty })
        pad.press(SDL_CONTROLLER_BUTTON_A, true)
        pad.move(SDL_CONTROLLER_AXIS_LEFTY, -32768)
        pad.move(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767)
        #expect(
          heard.wait { events in
            events.contains {
              if case .report(let report) = $0 {
                report.frame.buttons == .south && report.frame.leftStick.y == 1
                  && report.frame.rightTrigger == 1
              } else {
                false
              }
            }
          })
      }
      let (number, traits) = try #require(heard.connections.first)
      #expect(heard.connections.count == 1 && traits.name == "Virtual Pad")
      #expect(traits.vendor == 0x1234 && traits.buttons.isSuperset(of: .usual))
      guard case .disconnected(number, _)? = heard.all.last else {
        Issue.record("expected the last event to be the disconnection")
        return
      }
    }

    @Test func `Triggers rest at 0 before their first event`() throws {
      let heard = try withPad { pad, _, heard in
        #expect(heard.wait { !$0.isEmpty })
        pad.press(SDL_CONTROLLER_BUTTON_B, true)
        #expect(heard.wait { $0.count > 1 })
      }
      let first = try #require(heard.reports.first)
      #expect(first.frame.leftTrigger == 0 && first.frame.rightTrigger == 0)
      #expect(first.frame.leftStick == .zero && first.frame.rightStick == .zero)
    }

    @Test func `Rumble, lamp and player reach the driver`() throws {
      var told: SDLVirtualPad.Told?
      _ = try withPad { pad, pads, heard in
        told = pad.told
        #expect(heard.wait { !$0.isEmpty })
        let number = try #require(heard.connections.first).0
        pads.perform(.rumble(heavy: 1, light: 0.5, .seconds(0.1)), on: number)
        pads.perform(.light(red: 1, green: 0, blue: 0.5), on: number)
        pads.perform(.player(1), on: number)
        pads.perform(.player(7), on: DeviceID(99))
      }
      let lines = try #require(told?.all)
      #expect(lines.contains("rumble 65535 32767") && lines.contains("light 255 0 127"))
      #expect(lines.contains("player 1") && !lines.contains("player 7"))
    }

    @Test func `A pad on the ignore list is not there`() throws {
      setenv("SDL_GAMECONTROLLER_IGNORE_DEVICES", "0x4321/0x0001", 1)
      defer { unsetenv("SDL_GAMECONTROLLER_IGNORE_DEVICES") }
      let heard = try withPad(vendor: 0x4321) { _, _, heard in
        let other = try #require(SDLVirtualPad(vendor: 0x1111, name: "Other"))
        #expect(heard.wait { !$0.isEmpty })
        withExtendedLifetime(other) {}
      }
      #expect(heard.connections.map(\.1.name) == ["Other"])
    }

    @Test func `A pad that vanishes is told once, and its return is a new connection`() throws {
      let heard = try withPad { pad, _, heard in
        #expect(heard.wait { !$0.isEmpty })
        pad.press(SDL_CONTROLLER_BUTTON_A, true)
        #expect(heard.wait { $0.count >= 2 })
        pad.unplug()
        #expect(heard.wait { Heard.isGone($0.last) })
        let again = try #require(SDLVirtualPad())
        #expect(heard.wait { !Heard.isGone($0.last) })
        withExtendedLifetime(again) {}
      }
      #expect(heard.connections.count == 2)
      #expect(heard.connections[0].0 != heard.connections[1].0)
      #expect(heard.all.filter { Heard.isGone($0) }.count == 2)
    }

    @Test func `A bad line of a mapping file is told with its place and costs no other line`()
      throws
    {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("fude-mappings-\(UUID()).txt")
      try Data(
        """
        # mine
        03000000341200000100000000000000,Good,a:b1,b:b0,platform:Linux,
        03000000341200000200000000000000,Bad,a:q1,platform:Linux,

        """.utf8
      ).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let heard = try withPad(options: SDLPads.Options(mappingFiles: [file.path])) {
        _, _, heard in #expect(heard.wait { $0.count > 1 })
      }
      let advice = heard.advice.filter { $0.contains(file.path) }
      #expect(advice.count == 1 && advice[0].hasPrefix("\(file.path):3: 'a:q1'"))
    }

    @Test(arguments: [
      ("0x054c/0x05c4", "", true), ("054C/05c4,0x1/0x2", "", true), ("0x054c/0x09cc", "", false),
      ("nonsense,/,0x054c", "", false), ("", "0x054c/0x05c4", false), ("", "0x1/0x2", true),
    ])
    func `The ignore list is read as SDL reads it`(
      ignore: String, except: String, expected: Bool
    ) {
      let list = PadIgnoreList(environment: [
        "SDL_GAMECONTROLLER_IGNORE_DEVICES": ignore,
        "SDL_GAMECONTROLLER_IGNORE_DEVICES_EXCEPT": except,
      ])
      #expect(list.ignores(vendor: 0x054c, product: 0x05c4) == expected)
    }

    @Test func `Only one source can have SDL at a time`() throws {
      _ = try withPad { _, _, _ in
        let second = SDLPads()
        #expect(throws: PadSourceError.self) { try second.start { _ in } }
      }
    }
  }
}
