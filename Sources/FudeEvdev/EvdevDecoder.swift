public import FudeModel

/// Turns one evdev device's raw events into what its pen, contacts or controls did.
///
/// Evdev leaves out what did not change, so state is carried from frame to frame; a frame ends with
/// `SYN_REPORT`, whose time it gets. After `SYN_DROPPED` everything up to the next `SYN_REPORT` is
/// discarded, `InputEvent.lost` is emitted once, and what the device holds counts as
/// unknown until it says so again. If you can re-read the device, feed its state as ordinary events
/// followed by a `SYN_REPORT`.
///
/// Cost: constant a raw event, linear in the slots a touch frame; in steady state one array a touch
/// frame, and none if the receiver has let go of the frame before.
public struct EvdevDecoder: Stage {
  /// What the decoder needs to be told.
  public struct Options: Hashable, Sendable {
    /// Whether a ``DeviceRole/penLikeRemote`` inks like a pen.
    public var remoteInks: Bool
    /// The pen that a ``DeviceRole/keyboard``'s tail button belongs to; `nil` for the keyboard's
    /// own number.
    public var tailPen: DeviceID?

    /// Options; what is left out is off.
    public init(remoteInks: Bool = false, tailPen: DeviceID? = nil) {
      self.remoteInks = remoteInks
      self.tailPen = tailPen
    }
  }

  /// The device's number in the session.
  public let device: DeviceID
  /// What the device is taken for.
  public let role: DeviceRole

  private var pen: PenTracker
  private var touch: TouchTracker
  private var pad: PadTracker
  private var tail: TailButtonTracker
  private var counter = NoteCounter()
  private var isDiscarding = false
  private let activity: Activity

  private enum Activity: UInt8 {
    case pen, touch, pad, tail, none
  }

  /// A decoder in the state that the description tells.
  ///
  /// - Parameters:
  ///   - device: The number that its events carry.
  ///   - description: What the device can do, and its axes' values at the start.
  ///   - role: What to take it for; by its capabilities if left out.
  ///   - surface: Where its coordinates live. The ranges of its axes are laid over the whole
  ///     surface.
  ///   - options: Exceptions from the rules.
  public init(
    device: DeviceID, description: DeviceDescription, role: DeviceRole? = nil, surface: Surface,
    options: Options = Options()
  ) {
    let role = role ?? DeviceRole(of: description)
    self.device = device
    self.role = role
    activity =
      switch role {
      case .pen: .pen
      case .penLikeRemote: options.remoteInks ? .pen : .none
      case .touch, .touchpad: .touch
      case .pad: .pad
      case .keyboard: .tail
      case .tabletPad, .mouse, .motion, .other: .none
      }
    pen = PenTracker(device: device, description: description, surface: surface)
    touch = TouchTracker(device: device, description: description, surface: surface)
    pad = PadTracker(device: device, description: description)
    tail = TailButtonTracker(pen: options.tailPen ?? device)
    if activity == .pad, pad.hasXboxNumbering { counter.add(.xboxNumbering, at: .zero) }
  }

  /// What was odd so far, in the order of the codes.
  public var notes: [DecoderNote] { counter.notes }

  /// Takes one raw event; emits at the end of a frame.
  public mutating func receive(_ event: RawEvent, emit: (InputEvent) -> Void) {
    if event.type == EV.syn {
      synchronise(event, emit: emit)
      return
    }
    if isDiscarding { return }
    switch activity {
    case .pen: pen.receive(event, notes: &counter)
    case .touch: touch.receive(event, notes: &counter, emit: emit)
    case .pad: pad.receive(event, notes: &counter)
    case .tail: tail.receive(event, notes: &counter, emit: emit)
    case .none: ignore(event)
    }
  }

  private mutating func synchronise(_ event: RawEvent, emit: (InputEvent) -> Void) {
    switch event.code {
    case SYN.dropped:
      guard !isDiscarding else { return }
      isDiscarding = true
      counter.add(.overflow, at: event.time)
      forget(at: event.time, .overflow, emit: emit)
    case SYN.mtReport:
      if !isDiscarding, activity == .touch { touch.endPoint(notes: &counter, at: event.time) }
    case SYN.report:
      if isDiscarding {
        isDiscarding = false
        return
      }
      commit(at: event.time, emit: emit)
    default: break
    }
  }

  private mutating func commit(at time: Timestamp, emit: (InputEvent) -> Void) {
    switch activity {
    case .pen: pen.commit(at: time, notes: &counter, emit: emit)
    case .touch: touch.commit(at: time, notes: &counter, emit: emit)
    case .pad: pad.commit(at: time, emit: emit)
    case .tail, .none: break
    }
  }

  private mutating func ignore(_ event: RawEvent) {
    switch role {
    case .penLikeRemote: counter.add(.remoteIgnored, at: event.time)
    case .tabletPad: counter.add(.tabletControl, at: event.time)
    default: counter.add(.notUsed, at: event.time)
    }
  }

  private mutating func forget(
    at time: Timestamp, _ cause: LossCause, emit: (InputEvent) -> Void
  ) {
    switch activity {
    case .pen: pen.flush(emit: emit)
    case .tail: tail.release(at: time, emit: emit)
    case .touch, .pad, .none: break
    }
    if activity != .none, cause == .overflow || holdsAnything {
      emit(.lost(device, at: time, cause))
    }
    pen.forget()
    touch.forget()
    pad.forget()
  }

  /// Whether a pen is in range, a contact is down or a button is held.
  public var holdsAnything: Bool {
    switch activity {
    case .pen: pen.isInRange
    case .touch: touch.hasContacts
    case .pad: pad.holdsAnything
    case .tail, .none: false
    }
  }

  /// Ends the device's part in the session: emits `InputEvent.lost` if it held anything.
  public mutating func finish(
    at time: Timestamp, cause: LossCause, emit: (InputEvent) -> Void
  ) {
    isDiscarding = false
    forget(at: time, cause, emit: emit)
  }

  /// Lets time pass: a withheld lift or a silent pen becomes due.
  public mutating func advance(to time: Timestamp, emit: (InputEvent) -> Void) {
    if activity == .pen { pen.advance(to: time, emit: emit) }
  }

  /// The time of the earliest report that is withheld; `nil` if none is.
  ///
  /// What is emitted next may be as old as this. To keep several devices in order, hold back what
  /// the others emit after it until it is let go, which takes 20 ms at most.
  public var withheldSince: Timestamp? { activity == .pen ? pen.withheldSince : nil }

  /// When ``advance(to:emit:)`` would emit something next.
  public var deadline: Timestamp? { activity == .pen ? pen.deadline : nil }
}
