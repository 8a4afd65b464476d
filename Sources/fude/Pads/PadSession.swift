#if os(Linux)
  import Foundation
  import FudeModel
  import FudePad
  import FudePadSources
  import FudeRecording

  /// Controllers for a command: those that are there, or those of recordings.
  final class PadSession: @unchecked Sendable {
    /// Whether it plays a recording.
    let isReplay: Bool
    let source: any PadSource
    private let condition = NSCondition()
    private var pads: [(DeviceID, PadTraits)] = []
    private var batteries: [DeviceID: PadBattery] = [:]
    private var events: [PadSourceEvent] = []
    private var advice: [String] = []

    /// Controllers of recordings, or, without any, of the machine.
    init(_ files: [String], pace: ReplayedPads.Pace = .byHand) throws(CommandError) {
      isReplay = !files.isEmpty
      guard isReplay else {
        source = SDLPads()
        return
      }
      do throws(RecordingError) {
        source = try ReplayedPads(
          files.map { $0 == "-" ? .standardInput : .path($0) }, pace: pace)
      } catch {
        throw CommandError(error)
      }
    }

    /// Begins; what is told is kept until it is taken.
    func start() throws(CommandError) {
      do throws(PadSourceError) {
        try source.start { [weak self] in self?.take($0) }
      } catch {
        let status: ExitStatus =
          switch error.code {
          case .permission: .permission
          case .missing: .data
          default: .unavailable
          }
        throw CommandError(status: status, message: error.message)
      }
    }

    func stop() {
      source.stop()
    }

    private func take(_ event: PadSourceEvent) {
      condition.lock()
      events.append(event)
      switch event {
      case .connected(let pad, let traits): pads.append((pad, traits))
      case .report(let report):
        if let battery = report.battery { batteries[report.frame.device] = battery }
      case .advice(let text): advice.append(text)
      case .disconnected: break
      }
      condition.signal()
      condition.unlock()
    }

    /// The events since the last call; waits for the first up to `seconds`.
    func next(within seconds: Double) -> [PadSourceEvent] {
      condition.lock()
      defer { condition.unlock() }
      let end = Date(timeIntervalSinceNow: seconds)
      while events.isEmpty, condition.wait(until: end) {}
      defer { events = [] }
      return events
    }

    /// Starts, and gives the controllers that are there: those that are told within a third of a
    /// second of the first. Waits for the first up to two seconds.
    func look() -> [(DeviceID, PadTraits)] {
      do {
        try start()
      } catch {
        condition.lock()
        advice.append(error.message)
        condition.unlock()
        return []
      }
      if let replay = source as? ReplayedPads {
        replay.advance(to: replay.span.start)
      } else {
        var end = Date(timeIntervalSinceNow: 2)
        var hasFirst = false
        while Date() < end {
          let isThere = next(within: 0.05).contains {
            if case .connected = $0 { true } else { false }
          }
          if isThere, !hasFirst { end = Date(timeIntervalSinceNow: 0.3) }
          hasFirst = hasFirst || isThere
        }
      }
      condition.lock()
      defer { condition.unlock() }
      return pads
    }

    func battery(of pad: DeviceID) -> PadBattery? {
      condition.lock()
      defer { condition.unlock() }
      return batteries[pad]
    }

    /// Why there is no controller, and what to do.
    var nothingFound: CommandError {
      let refused = isReplay ? [] : PadPermission.refusedNodes()
      if !refused.isEmpty {
        return CommandError(status: .permission, message: PadPermission.advice(for: refused))
      }
      condition.lock()
      defer { condition.unlock() }
      if let text = advice.first {
        return CommandError(status: isReplay ? .data : .unavailable, message: text)
      }
      return CommandError(
        status: .unavailable,
        message: "there is no controller: plug one in, or pair it with 'bluetoothctl'")
    }
  }

  extension PadTraits.Kind {
    /// The kind in words.
    var label: String {
      switch self {
      case .standard: "standard controller"
      case .dualShock: "DualShock 4"
      case .dualSense: "DualSense"
      case .xbox: "Xbox controller"
      case .switchPro: "Switch Pro Controller"
      case .micro: "small controller"
      }
    }
  }

  extension PadTraits.Features {
    /// The features in words.
    var words: [String] {
      let all: [(PadTraits.Features, String)] = [
        (.rumble, "rumble"), (.triggerRumble, "trigger rumble"), (.light, "lamp"),
        (.touchpad, "touchpad"), (.motion, "motion"), (.battery, "battery"),
        (.adaptiveTriggers, "adaptive triggers"),
      ]
      return all.filter { contains($0.0) }.map(\.1)
    }
  }

  extension PadBattery {
    /// The charge and what the battery is doing.
    var text: String {
      let percent = "\(Int((level * 100).rounded())) %"
      return switch state {
      case .unknown: percent
      case .discharging: "\(percent), discharging"
      case .charging: "\(percent), charging"
      case .full: "full"
      }
    }
  }

  extension PadButtons {
    /// Each button's name, in the order of the bits.
    static let named: [(PadButtons, String)] = [
      (.south, "south"), (.east, "east"), (.west, "west"), (.north, "north"),
      (.leftShoulder, "L1"), (.rightShoulder, "R1"), (.leftStick, "L3"), (.rightStick, "R3"),
      (.menu, "menu"), (.options, "options"), (.home, "home"), (.up, "up"), (.down, "down"),
      (.left, "left"), (.right, "right"), (.touchpad, "touchpad"), (.paddle1, "paddle 1"),
      (.paddle2, "paddle 2"), (.paddle3, "paddle 3"), (.paddle4, "paddle 4"), (.share, "share"),
    ]

    /// The names of the buttons in it.
    var names: [String] { PadButtons.named.filter { contains($0.0) }.map(\.1) }
  }
#endif
