#if os(Linux)
  import Foundation
  import FudeModel
  import FudePad
  import FudePadSources

  /// Names the controllers that are there.
  enum PadsListCommand: Subcommand {
    static let specification = CommandSpecification(
      path: ["pads", "list"],
      summary: "name the game controllers that are there and what they can do",
      operands: "[FILE…]",
      operandCount: 0...64,
      options: [.json],
      discussion: """
        Without a FILE: what is plugged in or paired. With one: the controllers of a recording.
        If a controller is there that may not be read, the udev rule that mends it is printed
        and the exit status is 77; if there is none, it is 69.
        """,
      examples: [
        ("fude pads list", "what is there now"),
        ("fude pads list --json", "for programs"),
      ])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
      let session = try PadSession(arguments.operands)
      let found = session.look()
      session.stop()
      for (pad, traits) in found {
        print(
          arguments.flag("json")
            ? json(pad, traits, session.battery(of: pad))
            : text(pad, traits, session.battery(of: pad)))
      }
      if found.isEmpty { throw session.nothingFound }
      return .success
    }

    private static func text(_ pad: DeviceID, _ traits: PadTraits, _ battery: PadBattery?)
      -> String
    {
      var lines = "\(pad.rawValue)  \(traits.name)\n"
      lines += "   \(traits.kind.label), product \(hex(traits.vendor)):\(hex(traits.product))"
      if let battery { lines += ", battery \(battery.text)" }
      lines += "\n   \(traits.buttons.rawValue.nonzeroBitCount) buttons"
      let features = traits.features.words
      if !features.isEmpty { lines += ", \(features.joined(separator: ", "))" }
      let missing = PadButtons.usual.subtracting(traits.buttons)
      if !missing.isEmpty { lines += "; it has no \(missing.names.joined(separator: ", "))" }
      return lines
    }

    private static func json(_ pad: DeviceID, _ traits: PadTraits, _ battery: PadBattery?)
      -> String
    {
      var members: [(String, JSONText.Value)] = [
        ("pad", .integer(Int64(pad.rawValue))), ("name", .text(traits.name)),
        ("kind", .text(traits.kind.label)), ("vendor", .integer(Int64(traits.vendor))),
        ("product", .integer(Int64(traits.product))),
        ("buttons", .array(traits.buttons.names.map { .text($0) })),
        ("features", .array(traits.features.words.map { .text($0) })),
      ]
      if let battery { members.append(("battery", .number(Double(battery.level), places: 2))) }
      return JSONText.object(members)
    }

    private static func hex(_ number: UInt16) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 4 - text.count) + text
    }
  }
#endif
