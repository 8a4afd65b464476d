import CSDL2
import Foundation
import FudeModel
import FudePad
import FudePadSources
import Testing

extension GameController {
  /// `fude pads map` without its terminal: a pad that SDL does not know, asked control by control.
  @Suite struct MappingByPressing {
    /// Its numbers are in an order of its own; the triggers are axes that rest at their lower end.
    private static let pad: [String: Part] = [
      "a": .button(2), "b": .button(1), "x": .button(0), "y": .button(3), "dpup": .hat(1),
      "dpright": .hat(2), "dpdown": .hat(4), "dpleft": .hat(8), "leftshoulder": .button(4),
      "rightshoulder": .button(5), "lefttrigger": .axis(4, rest: -32768),
      "righttrigger": .axis(5, rest: -32768), "leftx": .axis(0, rest: 0),
      "lefty": .axis(1, rest: 0), "rightx": .axis(3, rest: 0), "righty": .axis(2, rest: 0),
      "back": .button(8), "start": .button(9), "leftstick": .button(6),
      "rightstick": .button(7),
    ]

    private enum Part {
      case button(Int32)
      case axis(Int32, rest: Int16)
      case hat(UInt8)

      func set(_ isDown: Bool, on handle: OpaquePointer) {
        switch self {
        case .button(let number): SDL_JoystickSetVirtualButton(handle, number, isDown ? 1 : 0)
        case .axis(let number, let rest):
          SDL_JoystickSetVirtualAxis(handle, number, isDown ? 32767 : rest)
        case .hat(let bits): SDL_JoystickSetVirtualHat(handle, 0, isDown ? bits : 0)
        }
      }
    }

    /// Attaches a pad that nothing is known of; it stays while SDL's joysticks are on.
    private func attach(
      product: UInt16 = .random(in: 1...0xfff0)
    ) throws -> OpaquePointer {
      try #require(SDL_InitSubSystem(UInt32(SDL_INIT_JOYSTICK)) == 0)
      var description = SDL_VirtualJoystickDesc()
      description.version = UInt16(SDL_VIRTUAL_JOYSTICK_DESC_VERSION)
      // Not a game controller: those get a mapping of their own.
      description.type = UInt16(SDL_JOYSTICK_TYPE_FLIGHT_STICK.rawValue)
      description.naxes = 6
      description.nbuttons = 12
      description.nhats = 1
      description.vendor_id = 0x1209
      description.product_id = product
      let index = "Odd Pad".withCString { name in
        description.name = name
        return SDL_JoystickAttachVirtualEx(&description)
      }
      return try #require(SDL_JoystickOpen(index))
    }

    @Test func `What was pressed when asked is what the pad does from then on`() throws {
      let handle = try attach()
      defer { SDL_QuitSubSystem(UInt32(SDL_INIT_JOYSTICK)) }
      for part in Self.pad.values { part.set(false, on: handle) }
      SDL_JoystickUpdate()
      let mapping = try ask(handle)
      #expect(Set(mapping.bindings.map(\.control)) == Set(Self.pad.keys))
      #expect(mapping.line.contains("a:b2,") && mapping.line.contains("lefttrigger:a4,"))

      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("fude-mapping-\(UUID()).txt")
      try Data((mapping.line + "\n").utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      // The pad is there already when the source starts, as it is for whoever made the mapping.
      let heard = Heard()
      let source = SDLPads(options: SDLPads.Options(mappingFiles: [file.path]))
      try source.start { heard.add($0) }
      defer { source.stop() }
      try #require(heard.wait { !$0.isEmpty })
      #expect(heard.connections.map(\.1.name) == ["Odd Pad"])
      for (control, button) in [
        ("a", PadButtons.south), ("y", .north), ("dpleft", .left), ("start", .menu),
      ] {
        Self.pad[control]?.set(true, on: handle)
        #expect(heard.wait { Self.last($0)?.frame.buttons == button }, "\(control)")
        Self.pad[control]?.set(false, on: handle)
        #expect(heard.wait { Self.last($0)?.frame.buttons == [] }, "\(control)")
      }
      Self.pad["lefty"]?.set(true, on: handle)
      Self.pad["righttrigger"]?.set(true, on: handle)
      #expect(
        heard.wait {
          guard let frame = Self.last($0)?.frame else { return false }
          return frame.leftStick.y < -0.99 && frame.rightTrigger > 0.99 && frame.leftTrigger == 0
        })
    }

    @Test func `A pad that is pulled out while it is asked is seen to be gone`() throws {
      let handle = try attach()
      defer { SDL_QuitSubSystem(UInt32(SDL_INIT_JOYSTICK)) }
      let names = try JoystickReader.names()
      let index = try #require(names.firstIndex(of: "Odd Pad"))
      let reader = try #require(JoystickReader(index: index))
      #expect(reader.isAttached && reader.currentMapping == nil)
      let instance = SDL_JoystickInstanceID(handle)
      for index in 0..<SDL_NumJoysticks()
      where SDL_JoystickGetDeviceInstanceID(index) == instance {
        SDL_JoystickDetachVirtual(index)
      }
      _ = reader.poll()
      #expect(!reader.isAttached)
    }

    @Test(arguments: ["SDL_GAMECONTROLLERCONFIG", "SDL_GAMECONTROLLERCONFIG_FILE"])
    func `A mapping from SDL's own variables holds too`(variable: String) throws {
      let product = UInt16.random(in: 1...0xfff0)
      let first = try attach(product: product)
      var text = [CChar](repeating: 0, count: 33)
      SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(first), &text, 33)
      let guid = String(decoding: text.prefix(32).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // SDL reads its variables when it starts.
      SDL_QuitSubSystem(UInt32(SDL_INIT_JOYSTICK))
      let line = "\(guid),From Outside,a:b7,platform:Linux,"
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("fude-outside-\(UUID()).txt")
      try Data((line + "\n").utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      setenv(variable, variable.hasSuffix("FILE") ? file.path : line, 1)
      defer { unsetenv(variable) }
      let handle = try attach(product: product)
      defer { SDL_QuitSubSystem(UInt32(SDL_INIT_JOYSTICK)) }
      let heard = Heard()
      let source = SDLPads()
      try source.start { heard.add($0) }
      defer { source.stop() }
      try #require(heard.wait { !$0.isEmpty })
      #expect(heard.connections.map(\.1.name) == ["From Outside"])
      SDL_JoystickSetVirtualButton(handle, 7, 1)
      #expect(heard.wait { Self.last($0)?.frame.buttons == .south })
    }

    private func ask(_ handle: OpaquePointer) throws -> PadMapping {
      let names = try JoystickReader.names()
      let index = try #require(names.firstIndex(of: "Odd Pad"))
      let reader = try #require(JoystickReader(index: index))
      var dialogue = MappingDialogue(restingAxes: reader.axes)
      while let question = dialogue.question {
        guard let part = Self.pad[question.control] else {
          dialogue.skip()
          continue
        }
        var wasAnswered = false
        for isDown in [true, false] {
          part.set(isDown, on: handle)
          for input in reader.poll() { wasAnswered = dialogue.receive(input) || wasAnswered }
        }
        #expect(wasAnswered, "\(question.control)")
        if !wasAnswered { dialogue.skip() }
      }
      return PadMapping(guid: reader.guid, name: reader.name, bindings: dialogue.bindings)
    }

    private static func last(_ events: [PadSourceEvent]) -> PadReport? {
      for case .report(let report) in events.reversed() { return report }
      return nil
    }
  }
}
