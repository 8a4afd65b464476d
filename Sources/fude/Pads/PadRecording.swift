#if os(Linux)
  import FudeEvdev
  import FudeModel
  import FudePadSources
  import FudeRecording

  /// What the commands that are for pens and touch do when they are given a controller's recording.
  enum PadRecording {
    /// What the controllers of a recording did, if there is nothing else in it; else `nil`, and
    /// nothing of it was read.
    static func timeline(
      reading reader: inout SessionReader, _ arguments: SessionArguments, _ command: String
    ) throws(CommandError) -> PadTimeline? {
      guard PadTimeline.areControllers(reader.devices) else { return nil }
      guard arguments.isPlain else {
        throw .usage(
          "--hand, --fingers, --no-rejection and --remotes-ink are about pens and touch, and there "
            + "are only controllers in the recording", command: command)
      }
      do throws(RecordingError) {
        return try PadTimeline(reading: &reader)
      } catch {
        throw CommandError(error)
      }
    }

    /// The controllers among the devices of recordings, for `fude info`; empty if they cannot be
    /// read a second time.
    static func controllers(
      in sources: [RecordingSource], _ devices: [SessionDevice]
    ) throws(CommandError) -> PadTimeline? {
      guard devices.contains(where: { $0.role == .pad }),
        sources.allSatisfy(\.isReopenable)
      else { return nil }
      do throws(RecordingError) {
        return try PadTimeline(sources)
      } catch {
        throw CommandError(error)
      }
    }
  }

  extension PadTimeline {
    /// The controllers for a person: which devices each one is, and what was pressed.
    var lines: [String] {
      pads.flatMap { pad in
        let nodes = pad.nodes.map { "\($0.rawValue)" }
        let together =
          nodes.count > 1
          ? "devices \(nodes.dropLast().joined(separator: ", ")) and \(nodes.last ?? "") are one"
          : "device \(nodes.first ?? "?")"
        let pressed = pressed(on: pad.number)
        return [
          "",
          "controller \(pad.number.rawValue)  \(pad.traits.name), \(pad.traits.kind.label): "
            + together,
          "   \(pad.reportCount) reports"
            + (pad.traits.features.isEmpty
              ? "" : "; \(pad.traits.features.words.joined(separator: ", "))"),
          "   pressed: "
            + (pressed.isEmpty ? "nothing" : pressed.names.joined(separator: ", ")),
        ]
      }
    }

    /// The controllers for a program.
    var json: JSONText.Value {
      .array(
        pads.map { pad in
          .object([
            ("controller", .integer(Int64(pad.number.rawValue))), ("name", .text(pad.traits.name)),
            ("type", .text(pad.traits.kind.label)),
            ("devices", .array(pad.nodes.map { .integer(Int64($0.rawValue)) })),
            ("reports", .integer(Int64(pad.reportCount))),
            ("features", .array(pad.traits.features.words.map { .text($0) })),
            ("pressed", .array(pressed(on: pad.number).names.map { .text($0) })),
          ])
        })
    }

    private func pressed(on pad: DeviceID) -> PadButtons {
      entries.reduce(into: PadButtons()) { pressed, entry in
        if case .report(let report) = entry.event, report.frame.device == pad {
          pressed.formUnion(report.frame.buttons)
        }
      }
    }
  }
#endif
