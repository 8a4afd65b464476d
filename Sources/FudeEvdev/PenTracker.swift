import FudeModel

/// Carries a pen's state from frame to frame and says what each frame means.
struct PenTracker: Sendable {
  /// How long an abrupt lift is withheld, so that a driver's virtual lift doesn't split a stroke.
  ///
  /// In microseconds. Huion's driver leaves 8 ms; a hand needs 60 ms at least. Raise it when a
  /// button splits strokes, lower it when hard taps end late.
  static var bridge: Int64 { 20_000 }
  /// A lift from above this fraction of full pressure in one frame is abrupt.
  static var abruptPressure: Float { 0.25 }
  /// The most reports withheld with a lift; a pen at 1000 Hz sends 20 in that time.
  static var mostWithheld: Int { 32 }
  /// After how long a silence a pen without proximity events counts as gone, in microseconds.
  ///
  /// libinput uses 50 ms, but a hand that holds still lets a UC-Logic pen pause for 160 ms. Raise it
  /// when a hovering pen flickers, lower it when touches stay blocked after the pen has left.
  static var silence: Int64 { 200_000 }

  private let device: DeviceID
  private let surface: SurfaceID
  private let axes: PenAxes
  private var state: PenRawState
  private var isAssumed = true
  private var sawAxis = false
  private var isDirty = false
  private var last: PenSample?
  private var withheld: [PenSample] = []
  private var lastActivity = Timestamp.zero
  private var keepsEraser = false

  init(device: DeviceID, description: DeviceDescription, surface: Surface) {
    self.device = device
    self.surface = surface.id
    axes = PenAxes(description: description, surface: surface)
    state = PenRawState(description)
  }

  var isInRange: Bool { !withheld.isEmpty || (last?.state.isInRange ?? false) }

  mutating func receive(_ event: RawEvent, notes: inout NoteCounter) {
    switch event.type {
    case EV.key: key(event, notes: &notes)
    case EV.abs:
      guard state.set(axis: event.code, to: event.value) else {
        if event.code == ABS.wheel || event.code == ABS.misc { return }
        return
      }
      sawAxis = true
      isDirty = true
      if isAssumed, !state.isTip, event.code == ABS.pressure, event.value > axes.pressureMinimum {
        state.isTip = true
      }
    default: break
    }
  }

  private mutating func key(_ event: RawEvent, notes: inout NoteCounter) {
    guard event.value != 2 else { return }
    let isDown = event.value != 0
    if let tool = PenRawState.Tools(code: event.code) {
      if isDown, !state.tools.isEmpty, !state.tools.contains(tool) {
        state.joined = tool
      }
      state.set(tool, isDown: isDown)
      isAssumed = false
      isDirty = true
      return
    }
    switch event.code {
    case BTN.touch:
      state.isTip = isDown
      if !axes.hasTools { isAssumed = false }
      isDirty = true
    case BTN.stylus: button(.first, isDown)
    case BTN.stylus2: button(.second, isDown)
    case BTN.stylus3: button(.third, isDown)
    default:
      if event.code >= BTN.number0, event.code < BTN.toolPen {
        notes.add(.tabletControl, at: event.time)
      }
    }
  }

  private mutating func button(_ button: PenButtons, _ isDown: Bool) {
    if isDown {
      state.buttons.insert(button)
      if button == .second { state.pressedSecond = true }
    } else {
      state.buttons.remove(button)
      if button == .second { state.secondIsEraser = false }
    }
    isDirty = true
  }

  mutating func commit(
    at time: Timestamp, notes: inout NoteCounter, emit: (InputEvent) -> Void
  ) {
    guard isDirty else {
      sawAxis = false
      return
    }
    defer {
      isDirty = false
      sawAxis = false
      state.joined = nil
      state.pressedSecond = false
    }
    resolvePresence(at: time, notes: &notes)
    lastActivity = time
    var sample = axes.sample(of: state, at: time, device: device, surface: surface)
    // The tool that left is the one that was there, whichever key was let go last.
    if !sample.state.isInRange, let last { sample.tool = last.tool }
    keepTool(&sample, &notes)
    deliver(sample, &notes, emit)
  }

  /// An eraser that becomes a pen in the very frame in which it touches is still the eraser: some
  /// firmwares lose the button at the tip (xf86-input-wacom 186). The other way round it is meant:
  /// pens that only tell the eraser when they touch.
  private mutating func keepTool(_ sample: inout PenSample, _ notes: inout NoteCounter) {
    guard sample.state == .touching else {
      keepsEraser = false
      return
    }
    if let last, last.state != .touching, last.state.isInRange, last.tool == .eraser,
      sample.tool == .pen
    {
      keepsEraser = true
      notes.add(.eraserLostAtTip, at: sample.time)
    }
    if keepsEraser { sample.tool = .eraser }
  }

  /// Decides whether a tool is there when its keys don't say.
  private mutating func resolvePresence(at time: Timestamp, notes: inout NoteCounter) {
    if !axes.hasTools {
      if last == nil { notes.add(.noProximity, at: time) }
      if state.tools.isEmpty, sawAxis || state.isTip { state.set(.pen, isDown: true) }
    } else if isAssumed, state.tools.isEmpty, sawAxis {
      notes.add(.startedMidway, at: time)
      state.set(state.lastTool, isDown: true)
    } else if state.tools.isEmpty {
      if state.isTip, last?.state != .touching, withheld.isEmpty {
        notes.add(.tipWithoutTool, at: time)
      } else if sawAxis, last.map({ !$0.state.isInRange }) ?? true, withheld.isEmpty {
        notes.add(.motionAfterOut, at: time)
      }
    }
    if state.joined != nil, state.tools.count > 1 { notes.add(.toolWithoutOut, at: time) }
  }

  private mutating func deliver(
    _ sample: PenSample, _ notes: inout NoteCounter, _ emit: (InputEvent) -> Void
  ) {
    if let lift = withheld.first {
      let isSoon = sample.time.microseconds &- lift.time.microseconds <= Self.bridge
      if isSoon, sample.state == .touching {
        withheld.removeAll(keepingCapacity: true)
        rejoin(sample, &notes, emit)
        return
      }
      if isSoon, withheld.count < Self.mostWithheld {
        withheld.append(sample)
        return
      }
      flush(emit: emit)
    }
    if last?.state == .touching, sample.state != .touching, isAbrupt(sample) {
      withheld.append(sample)
      return
    }
    if sample.state == .touching, last?.state == .touching, last?.tool != sample.tool {
      notes.add(.toolChangedMidStroke, at: sample.time)
    }
    put(sample, emit)
  }

  /// Continues a stroke over a virtual lift.
  private mutating func rejoin(
    _ sample: PenSample, _ notes: inout NoteCounter, _ emit: (InputEvent) -> Void
  ) {
    notes.add(.virtualLift, at: sample.time)
    var sample = sample
    if state.pressedSecond {
      // The driver ends and restarts the stroke to switch tools, but says button instead of rubber.
      state.secondIsEraser = true
      notes.add(.buttonIsEraser, at: sample.time)
      sample = axes.sample(of: state, at: sample.time, device: device, surface: surface)
    }
    put(sample, emit)
  }

  private func isAbrupt(_ sample: PenSample) -> Bool {
    if !sample.state.isInRange, state.isTip { return true }
    return (last?.pressure ?? 0) >= Self.abruptPressure && (sample.pressure ?? 1) == 0
  }

  private mutating func put(_ sample: PenSample, _ emit: (InputEvent) -> Void) {
    // Nothing to say of a pen that is, and was, away.
    if !sample.state.isInRange, !(last?.state.isInRange ?? false) { return }
    last = sample
    emit(.pen(sample))
  }

  /// Lets go of a withheld lift and what followed it, each with its own time.
  mutating func flush(emit: (InputEvent) -> Void) {
    for sample in withheld { put(sample, emit) }
    withheld.removeAll(keepingCapacity: true)
  }

  /// The time of the lift that is withheld.
  var withheldSince: Timestamp? { withheld.first?.time }

  /// After an overflow: nothing is known until it is told again.
  mutating func forget() {
    state.tools = []
    state.isTip = false
    state.buttons = []
    state.secondIsEraser = false
    isAssumed = true
    isDirty = false
    sawAxis = false
    keepsEraser = false
    last = nil
    withheld.removeAll(keepingCapacity: true)
  }

  var deadline: Timestamp? {
    if let lift = withheld.first {
      return Timestamp(microseconds: lift.time.microseconds &+ Self.bridge)
    }
    guard !axes.hasTools, let last, last.state.isInRange, last.state != .touching else {
      return nil
    }
    return Timestamp(microseconds: lastActivity.microseconds &+ Self.silence)
  }

  mutating func advance(to time: Timestamp, emit: (InputEvent) -> Void) {
    guard let due = deadline, time >= due else { return }
    if !withheld.isEmpty {
      flush(emit: emit)
      return
    }
    guard var sample = last else { return }
    state.tools = []
    sample.time = due
    sample.state = .out
    put(sample, emit)
  }
}
