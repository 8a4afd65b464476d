public import FudeModel

/// What the person with the controller wants.
public enum PadIntent: Hashable, Sendable {
  /// The pointer moved.
  case pointer(PointerMotion)
  /// The view scrolls.
  case scroll(ScrollStep)
  /// The focus moves.
  case move(PadMove)
  /// A button did something.
  case button(PadGesture)
}

/// From a controller's state to what its person wants: pointer, scroll, focus and buttons together.
///
/// It listens to one controller at a time: the first that reports, then whichever is used while the
/// other rests. A controller that vanishes lets go of all it held; what it held then counts again
/// only after it has been seen let go. An overflow changes nothing: a frame is the whole state, and
/// the next one brings what was missed.
public struct PadIntents: Stage {
  /// How each part behaves.
  public struct Options: Hashable, Sendable {
    /// The pointer; `nil` for none.
    public var pointer: PadPointer.Options?
    /// Scrolling; `nil` for none.
    public var scroll: PadScroll.Options?
    /// Moves of the focus.
    public var moves: PadMoves.Options
    /// Taps, holds and chords.
    public var gestures: PadGestures.Options
    /// When a stick's rest is learned; `nil` to believe every pad.
    public var calibration: DriftCalibration.Options?

    /// The defaults: the left stick scrolls, the right one points, the direction pad moves the
    /// focus.
    public init(
      pointer: PadPointer.Options? = PadPointer.Options(),
      scroll: PadScroll.Options? = PadScroll.Options(),
      moves: PadMoves.Options = PadMoves.Options(stick: nil),
      gestures: PadGestures.Options = PadGestures.Options(),
      calibration: DriftCalibration.Options? = DriftCalibration.Options()
    ) {
      self.pointer = pointer
      self.scroll = scroll
      self.moves = moves
      self.gestures = gestures
      self.calibration = calibration
    }
  }

  /// The controller listened to; `nil` before any.
  public private(set) var device: DeviceID?
  /// The pointer; `nil` if there is none.
  public var pointer: PadPointer?
  /// The scroll; `nil` if there is none.
  public var scroll: PadScroll?

  private var moves: PadMoves
  private var gestures: PadGestures
  private var last: PadFrame?
  /// The last frame of the controller listened to, before any correction.
  private var raw: PadFrame?
  /// Held when the pad vanished; ignored until seen let go.
  private var masked: PadButtons = []
  private var sticksMasked = false
  private var maskedDevice: DeviceID?
  private var calibrations: [Calibrated] = []
  private let learning: DriftCalibration.Options?

  private struct Calibrated: Sendable {
    var device: DeviceID
    var drift: DriftCalibration
  }

  /// Intents for a view of `view` units (millimetres, pixels), with nothing held.
  public init(view: Size, options: Options = Options()) {
    pointer = options.pointer.map { PadPointer(area: view, options: $0) }
    scroll = options.scroll.map { PadScroll(viewHeight: view.height, options: $0) }
    moves = PadMoves(options: options.moves)
    gestures = PadGestures(options: options.gestures)
    learning = options.calibration
  }

  /// Where a controller's sticks rest, as known so far; to be kept until it comes back.
  public func offsets(of device: DeviceID) -> StickOffsets? {
    calibrations.first { $0.device == device }?.drift.offsets
  }

  /// Starts a controller's calibration from what was kept of it.
  public mutating func calibrate(_ device: DeviceID, from offsets: StickOffsets) {
    calibrations.removeAll { $0.device == device }
    guard let learning else { return }
    let drift = DriftCalibration(offsets: offsets, options: learning)
    calibrations.append(Calibrated(device: device, drift: drift))
  }

  /// Takes one event; those of pens and fingers let time pass.
  public mutating func receive(_ event: InputEvent, emit: (PadIntent) -> Void) {
    switch event {
    case .pad(let frame):
      learn(until: frame.time, emit: emit)
      take(frame.sanitised, emit: emit)
    case .lost(let device, let time, let cause) where device == self.device && cause != .overflow:
      vanish(at: time, emit: emit)
    default: advance(to: event.time, emit: emit)
    }
  }

  /// Lets time pass.
  public mutating func advance(to time: Timestamp, emit: (PadIntent) -> Void) {
    learn(until: time, emit: emit)
    move(to: time, emit: emit)
  }

  /// A drifting stick that has rested long enough is corrected at that very moment, however late
  /// the call.
  private mutating func learn(until time: Timestamp, emit: (PadIntent) -> Void) {
    guard var frame = raw, frame.device == device,
      pointer?.deadline != nil || scroll?.deadline != nil,
      let index = calibrations.firstIndex(where: { $0.device == frame.device }),
      let due = calibrations[index].drift.deadline, due <= time
    else { return }
    calibrations[index].drift.advance(to: due)
    frame.time = due
    raw = frame
    let offsets = calibrations[index].drift.offsets
    pass(unmasked(offsets.apply(to: frame).sanitised), emit: emit)
  }

  private mutating func move(to time: Timestamp, emit: (PadIntent) -> Void) {
    pointer?.advance(to: time) { emit(.pointer($0)) }
    scroll?.advance(to: time) { emit(.scroll($0)) }
    moves.advance(to: time) { emit(.move($0)) }
    gestures.advance(to: time) { emit(.button($0)) }
  }

  /// The next moment at which something happens by itself.
  public var deadline: Timestamp? {
    var next = moves.deadline
    if let due = gestures.deadline { next = min(next ?? due, due) }
    if let due = pointer?.deadline { next = min(next ?? due, due) }
    if let due = scroll?.deadline { next = min(next ?? due, due) }
    return next
  }

  private mutating func calibrated(_ frame: PadFrame) -> PadFrame {
    guard learning != nil else { return frame }
    guard let index = calibrations.firstIndex(where: { $0.device == frame.device }) else {
      calibrate(frame.device, from: StickOffsets())
      return calibrated(frame)
    }
    calibrations[index].drift.receive(frame)
    return calibrations[index].drift.offsets.apply(to: frame).sanitised
  }

  private mutating func take(_ reported: PadFrame, emit: (PadIntent) -> Void) {
    let frame = calibrated(reported)
    if frame.device != device {
      guard device == nil || (frame.isActive && !(last?.isActive ?? false)) else {
        advance(to: frame.time, emit: emit)
        return
      }
      if device != nil { vanish(at: frame.time, emit: emit) }
      if frame.device != maskedDevice { unmask() }
      device = frame.device
    }
    raw = reported
    pass(unmasked(frame), emit: emit)
  }

  private mutating func pass(_ frame: PadFrame, emit: (PadIntent) -> Void) {
    last = frame
    pointer?.receive(frame) { emit(.pointer($0)) }
    scroll?.receive(frame) { emit(.scroll($0)) }
    moves.receive(frame) { emit(.move($0)) }
    gestures.receive(frame) { emit(.button($0)) }
  }

  private mutating func vanish(at time: Timestamp, emit: (PadIntent) -> Void) {
    guard let device else { return }
    maskedDevice = device
    masked.formUnion(last?.buttons ?? [])
    sticksMasked = sticksMasked || last?.isActive == true
    pointer?.receive(.rest(of: device, at: time)) { emit(.pointer($0)) }
    scroll?.receive(.rest(of: device, at: time)) { emit(.scroll($0)) }
    moves.receive(.rest(of: device, at: time)) { emit(.move($0)) }
    gestures.cancel(at: time) { emit(.button($0)) }
    last = nil
    raw = nil
    self.device = nil
  }

  private mutating func unmask() {
    masked = []
    sticksMasked = false
    maskedDevice = nil
  }

  /// The frame without what was held when the pad vanished and was not let go since.
  private mutating func unmasked(_ frame: PadFrame) -> PadFrame {
    guard maskedDevice != nil else { return frame }
    var frame = frame
    masked.formIntersection(frame.buttons)
    frame.buttons.subtract(masked)
    if sticksMasked {
      sticksMasked = frame.leftStick.length > 0.35 || frame.rightStick.length > 0.35
      if sticksMasked {
        frame.leftStick = .zero
        frame.rightStick = .zero
      }
    }
    if masked.isEmpty, !sticksMasked { maskedDevice = nil }
    return frame
  }
}
