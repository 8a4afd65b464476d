public import FudeModel

/// How a radio pen's link behaves in a derived session.
public struct RadioLink: Hashable, Sendable {
  /// How much later than the pen's own measurement a report arrives.
  public var delay: TimeSpan
  /// By how much that wavers: evenly within ± this, order kept as Bluetooth keeps it, never before
  /// the measurement.
  public var jitter: TimeSpan
  /// The share of reports that are lost, `0...0.9`.
  public var loss: Double
  /// By how much the pen's clock is too fast, in parts per million.
  public var skew: Double
  /// Whether reports carry the pen's clock.
  public var hasCounter: Bool
  /// The time between reports while the tip is down.
  public var reportInterval: TimeSpan
  /// Reports of an open tip after each stroke, ≥ 1; pens repeat them before they sleep.
  public var releaseReports: Int
  /// The time between the touch screen's frames: 60…120 Hz.
  public var frameInterval: TimeSpan
  /// Whether the pen's contact is told with a size, like that of the session's smaller contacts.
  public var tellsSize: Bool
  /// Fixes every random choice.
  public var seed: UInt64

  /// A link; what is left out is a clean one of 55 ms.
  public init(
    delay: TimeSpan = .milliseconds(55), jitter: TimeSpan = .zero, loss: Double = 0,
    skew: Double = 0, hasCounter: Bool = false,
    reportInterval: TimeSpan = TimeSpan(microseconds: 12_500), releaseReports: Int = 2,
    frameInterval: TimeSpan = TimeSpan(microseconds: 11_111), tellsSize: Bool = true,
    seed: UInt64 = 1
  ) {
    self.delay = delay
    self.jitter = jitter
    self.loss = max(0, min(0.9, loss))
    self.skew = skew
    self.hasCounter = hasCounter
    self.reportInterval = max(.milliseconds(1), reportInterval)
    self.releaseReports = max(1, releaseReports)
    self.frameInterval = max(.milliseconds(1), frameInterval)
    self.tellsSize = tellsSize
    self.seed = seed
  }
}

/// A radio-pen session made out of a digitiser's: semi-synthetic.
///
/// Where the digitiser's tip was down there is a contact of the touch screen at 60…120 Hz; what the
/// digitiser told of force comes as reports of a link. Real palms and fingers stay as they were.
public struct RadioSession: Sendable {
  /// What happened, by time of arrival.
  public var events: [Event]
  /// The pen's strokes, in order.
  public var strokes: [Stroke]
  /// Every force the digitiser measured while its tip was down, in order.
  public var forces: [Force]

  /// One thing that arrives.
  public enum Event: Hashable, Sendable {
    /// A frame of the touch screen.
    case touch(TouchFrame)
    /// A report of the pen.
    case report(Report)

    /// When it arrives.
    public var time: Timestamp {
      switch self {
      case .touch(let frame): frame.time
      case .report(let report): report.arrival
      }
    }
  }

  /// The pen's state as it tells it.
  public struct Report: Hashable, Sendable {
    /// When it arrives at the machine.
    public var arrival: Timestamp
    /// Whether the tip is down.
    public var isTipDown: Bool
    /// The raw force, `0...2047`.
    public var pressure: UInt16
    /// The buttons held, bit 0 for button 1.
    public var buttons: UInt8
    /// The pen's own clock in microseconds; `nil` if it tells none.
    public var counter: Int64?
  }

  /// The truth of one stroke.
  public struct Stroke: Hashable, Sendable {
    /// The contact that the pen made.
    public var contact: ContactID
    /// When the tip went down.
    public var began: Timestamp
    /// When it came up.
    public var ended: Timestamp
  }

  /// The truth of the force at one moment.
  public struct Force: Hashable, Sendable {
    /// When it was measured.
    public var time: Timestamp
    /// How much, `0...1`.
    public var pressure: Float
  }

  /// The force at full scale in ``Report/pressure``.
  public static var fullScale: UInt16 { 2047 }

  /// The true force at a moment, by interpolation.
  public func force(at time: Timestamp) -> Float {
    var low = 0
    var high = forces.count
    while low < high {
      let middle = (low + high) / 2
      if forces[middle].time < time { low = middle + 1 } else { high = middle }
    }
    guard low < forces.count else { return forces.last?.pressure ?? 0 }
    guard low > 0 else { return forces[0].pressure }
    let before = forces[low - 1], after = forces[low]
    let span = (after.time - before.time).seconds
    // Across a pause there is nothing to interpolate: the nearer side counts.
    guard span > 0, span < 0.05 else {
      return after.time - time < time - before.time ? after.pressure : before.pressure
    }
    let part = Float((time - before.time).seconds / span)
    return before.pressure + (after.pressure - before.pressure) * part
  }
}

/// Makes radio-pen sessions.
public enum RadioDerivation {
  /// The session that the same hand would have given with a radio pen.
  ///
  /// `events`: a digitiser's session by time: pen samples and touch frames.
  public static func derive(_ events: [InputEvent], link: RadioLink) -> RadioSession {
    var maker = RadioMaker(events: events, link: link)
    return maker.make()
  }
}

/// The work of ``RadioDerivation``.
private struct RadioMaker {
  let link: RadioLink
  var random: SeededGenerator
  var strokes: [[PenSample]] = []
  var frames: [TouchFrame] = []
  var device = DeviceID(1)
  var surface = SurfaceID(0)

  init(events: [InputEvent], link: RadioLink) {
    self.link = link
    random = SeededGenerator(seed: link.seed)
    var isDown = false
    for event in events {
      switch event {
      case .touch(let frame):
        frames.append(frame)
        device = frame.device
        surface = frame.surface
      case .pen(let sample):
        if sample.state == .touching, sample.position != nil {
          if !isDown { strokes.append([]) }
          strokes[strokes.count - 1].append(sample)
          isDown = true
        } else if isDown {
          strokes[strokes.count - 1].append(sample)
          isDown = false
        }
      default: break
      }
    }
  }

  mutating func make() -> RadioSession {
    var session = RadioSession(events: frames.map { .touch($0) }, strokes: [], forces: [])
    let base = frames.flatMap { $0.contacts }.map { $0.id.rawValue }.max() ?? 0
    var previous = Timestamp(microseconds: .min / 4)
    let origin = Int64(random.unit() * 1e9)
    let phase = Int64(random.unit() * Double(link.frameInterval.microseconds))
    for (number, stroke) in strokes.enumerated() {
      guard let first = stroke.first, let last = stroke.last else { continue }
      let id = ContactID(base + 1 + UInt64(number))
      let lifted = last.state == .touching ? last.time + .milliseconds(5) : last.time
      session.strokes.append(
        RadioSession.Stroke(contact: id, began: first.time, ended: lifted))
      for sample in stroke where sample.state == .touching {
        session.forces.append(
          RadioSession.Force(time: sample.time, pressure: sample.pressure ?? 0.5))
      }
      touch(stroke, id, until: lifted, phase: phase, &session)
      let next = number + 1 < strokes.count ? strokes[number + 1].first?.time : nil
      report(stroke, until: lifted, before: next, origin: origin, &previous, &session)
    }
    // Stable: a frame that was there first stays first.
    session.events = session.events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map { $0.element }
    return session
  }

  /// The contact, at the ticks of the touch screen.
  private mutating func touch(
    _ stroke: [PenSample], _ id: ContactID, until end: Timestamp, phase: Int64,
    _ session: inout RadioSession
  ) {
    let step = link.frameInterval.microseconds
    func tick(after time: Timestamp) -> Int64 {
      let past = time.microseconds - phase
      return phase + (past >= 0 ? (past + step - 1) / step : past / step) * step
    }
    let size = link.tellsSize ? tipSize : nil
    var time = tick(after: stroke[0].time)
    var index = 0
    var isFirst = true
    var place = stroke[0].position ?? .zero
    while isFirst || time < end.microseconds {
      while index + 1 < stroke.count, stroke[index + 1].time.microseconds <= time { index += 1 }
      place = stroke[index].position ?? place
      let contact = Contact(
        id: id, phase: isFirst ? .began : .moved, position: place, size: size)
      add(contact, at: time, &session)
      isFirst = false
      time += step
    }
    add(Contact(id: id, phase: .ended, position: place, size: size), at: time, &session)
  }

  private func add(_ contact: Contact, at time: Int64, _ session: inout RadioSession) {
    session.events.append(
      .touch(
        TouchFrame(
          time: Timestamp(microseconds: time), device: device, surface: surface,
          contacts: [contact])))
  }

  /// Like a small finger's: the third smallest tenth of the session's own contacts, wavering.
  private var tipSize: ContactSize? {
    mutating get {
      let sizes = frames.flatMap { $0.contacts }.compactMap { $0.size?.major }.sorted()
      guard !sizes.isEmpty else { return nil }
      let typical = sizes[sizes.count * 3 / 10]
      let major = max(0.5, typical * Float(Maths.exp(random.normal(deviation: 0.2))))
      return ContactSize(major: major, minor: major)
    }
  }

  /// The reports, as they arrive.
  private mutating func report(
    _ stroke: [PenSample], until end: Timestamp, before following: Timestamp?, origin: Int64,
    _ previous: inout Timestamp, _ session: inout RadioSession
  ) {
    let step = link.reportInterval
    var time = stroke[0].time
    var index = 0
    var released = 0
    while released < link.releaseReports {
      let isDown = time < end
      while index + 1 < stroke.count, stroke[index + 1].time <= time { index += 1 }
      let force = isDown ? Double(stroke[index].pressure ?? 0.5) : 0
      let report = RadioSession.Report(
        arrival: arrival(of: time, &previous), isTipDown: isDown,
        // A tip that is down presses by something.
        pressure: isDown ? max(1, UInt16(max(0, min(1, force)) * 2047)) : 0,
        buttons: 0,
        counter: link.hasCounter
          ? origin + Int64(Double(time.microseconds) * (1 + link.skew * 1e-6)) : nil)
      if random.unit() >= link.loss { session.events.append(.report(report)) }
      // The switch wakes the pen: both of its edges are told at once.
      let next = time + step
      if isDown { time = next > end ? end : next } else { time = next }
      if !isDown { released += 1 }
      if released > 0, let following, time >= following { break }
    }
  }

  private mutating func arrival(
    of time: Timestamp, _ previous: inout Timestamp
  ) -> Timestamp {
    let jitter = Double(link.jitter.microseconds)
    let late = max(0, link.delay.microseconds + Int64(random.number(in: -1...1) * jitter))
    previous = max(previous, time + TimeSpan(microseconds: late))
    return previous
  }
}
