public import FudeModel
import FudePen
import FudeRecording
public import FudeSimulation

/// A session with radio pens as data: touches and what came over the link, by time.
public struct StylusRecording: Hashable, Sendable {
  /// What happened, by time.
  public var steps: [Step]
  /// The pens that are heard.
  public var pens: [SimulatedPen]
  /// The touch screen, as its recording describes it.
  var touchscreen: RecordedDevice?

  /// One thing that happened.
  public enum Step: Hashable, Sendable {
    /// A frame of the touch screen.
    case touch(TouchFrame)
    /// Something that the radio told.
    case radio(TransportEvent)
    /// The touch device vanished or lost events.
    case lost(DeviceID, at: Timestamp, LossCause)

    /// When.
    public var time: Timestamp {
      switch self {
      case .touch(let frame): frame.time
      case .radio(let event): event.time
      case .lost(_, let time, _): time
      }
    }
  }

  /// A session of given steps; they are put in order.
  public init(steps: [Step], pens: [SimulatedPen]) {
    self.pens = pens
    self.steps = steps.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  /// A derived session's touches and reports, for one pen.
  ///
  /// Everything is moved so that the first step comes after ``connectingTime``.
  public init(_ session: RadioSession, pen: SimulatedPen) {
    let first = session.events.first?.time ?? .zero
    let shift = StylusRecording.connectingTime - (first - .zero)
    let steps = session.events.map { event -> Step in
      switch event {
      case .touch(var frame):
        frame.time = frame.time + shift
        return .touch(frame)
      case .report(let report):
        let bytes = FudePenReport.encode(
          isTipDown: report.isTipDown, buttons: report.buttons, pressure: report.pressure,
          maximumPressure: RadioSession.fullScale,
          counter: report.counter ?? report.arrival.microseconds, battery: pen.battery)
        return .radio(
          TransportEvent(
            time: report.arrival + shift, kind: .value(pen.id, .fudeReport, bytes)))
      }
    }
    self.init(steps: steps, pens: [pen])
  }

  /// The time left at the start for finding and connecting a pen.
  public static var connectingTime: TimeSpan { .seconds(3) }

  /// A hand that writes with a radio pen, its palm on the glass. Simulated from beginning to end.
  public static func simulatedWriting(
    text: String = "fude", seed: UInt64 = 1, isLeftHanded: Bool = false,
    link: RadioLink = RadioLink(jitter: .milliseconds(10))
  ) -> StylusRecording {
    let simulation = Simulation(
      Simulation.Options(seed: seed, isLeftHanded: isLeftHanded, text: text))
    let session = RadioDerivation.derive(simulation.inputEvents, link: link)
    return StylusRecording(session, pen: SimulatedPen(id: DeviceID(1000)))
  }
}

/// A transport whose happenings come from a script or a recording.
public protocol ScriptedTransport: StylusTransport {
  /// Tells something as if the radio had told it.
  func deliver(_ event: TransportEvent)
}

extension StylusRecording {
  /// Plays the session: lets the clock go from step to step and hands each to the central.
  ///
  /// - Parameters:
  ///   - central: Who hears of it.
  ///   - transport: The link that brings the pen's steps.
  ///   - clock: The time that `central` goes by.
  ///   - end: How long the clock goes on after the last step; everything is decided then.
  public func play(
    into central: StylusCentral, through transport: some ScriptedTransport,
    clock: ManualStylusClock, until end: TimeSpan = .seconds(3)
  ) async {
    await central.process(until: clock.now)
    for step in steps {
      // Whatever is due before the step happens before it.
      await central.process(until: max(clock.now, step.time))
      clock.advance(to: step.time)
      switch step {
      case .touch(let frame): central.touch(frame)
      case .radio(let event): transport.deliver(event)
      case .lost(let device, let time, let cause):
        central.touchLost(device, at: time, cause)
      }
    }
    let last = (steps.last?.time ?? clock.now) + end
    await central.process(until: last)
    clock.advance(to: last)
  }
}
