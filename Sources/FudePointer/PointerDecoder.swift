public import FudeModel

/// From a browser's pointer events to pens, touches and mice.
///
/// What it knows of browsers:
/// - a pointer's number is used again, even for another kind: every landing gets a fresh
///   `ContactID`, and a `down` of a pointer that is down ends what was there;
/// - contact sizes and touch pressures are often placeholders (1 × 1, 50 × 50, 0.5): a size counts
///   only once the device has shown two different ones;
/// - tilt and twist read 0 where the pen has none: they count once they were seen to be otherwise;
/// - a move without a `down` is a hover, whatever its buttons say.
///
/// A mouse is a pen on a surface of its own: it draws, but it gates no touch.
public struct PointerDecoder: Sendable {
  /// The pen's device.
  public static var pen: DeviceID { DeviceID(0) }
  /// The touchscreen's device.
  public static var touch: DeviceID { DeviceID(1) }
  /// The mouse's device.
  public static var mouse: DeviceID { DeviceID(2) }
  /// The first controller's device; the others follow.
  public static var firstPad: DeviceID { DeviceID(3) }
  /// The page, on which pen and fingers share their coordinates.
  public static var page: SurfaceID { SurfaceID(0) }
  /// The same place as a mouse sees it.
  public static var mousePage: SurfaceID { SurfaceID(1) }

  private struct Landing: Sendable {
    var pointer: Int32
    var contact: ContactID
    var position: Point
  }

  private var landings: [Landing] = []
  private var nextContact: UInt64 = 1
  private var pen = Tip()
  private var mouse = Tip()
  private var seenSize: SIMD2<Float>?
  private var sizesVary = false
  private var pressureVaries = false

  /// A pen's or mouse's standing.
  private struct Tip: Sendable {
    /// The pointer that is in range; `nil` if none is.
    var pointer: Int32?
    var isDown = false
    var tool = PenTool.pen
    var hasTilt = false
    var hasTwist = false
    var position: Point?
  }

  /// A decoder that has seen nothing yet.
  public init() {}

  /// Takes one event and emits what it means.
  public mutating func receive(_ report: PointerReport, emit: (InputEvent) -> Void) {
    switch report.kind {
    case .touch: receiveTouch(report, emit)
    case .pen: Self.receive(report, &pen, device: Self.pen, surface: Self.page, emit)
    case .mouse: Self.receive(report, &mouse, device: Self.mouse, surface: Self.mousePage, emit)
    }
  }

  // MARK: Pens and mice

  private static func receive(
    _ report: PointerReport, _ tip: inout Tip, device: DeviceID, surface: SurfaceID,
    _ emit: (InputEvent) -> Void
  ) {
    if let other = tip.pointer, other != report.pointer {
      // Only one pen is in range at a time: the other one left without saying so.
      guard report.phase == .down || report.phase == .move else { return }
      emit(.pen(sample(report, tip, device, surface, .out, at: tip.position)))
      tip.isDown = false
      tip.pointer = nil
    }
    learn(report, &tip)
    let state: PenState
    switch report.phase {
    case .down:
      tip.isDown = report.kind == .pen || report.buttons & 1 != 0
      state = tip.isDown ? .touching : .hovering(distance: nil)
    case .move: state = tip.isDown ? .touching : .hovering(distance: nil)
    case .up:
      // Lifting the right button of a mouse lifts nothing.
      if report.kind == .pen || report.buttons & 1 == 0 { tip.isDown = false }
      state = tip.isDown ? .touching : .hovering(distance: nil)
    case .cancel, .leave:
      guard tip.pointer != nil else { return }
      tip.isDown = false
      state = .out
    }
    tip.pointer = state == .out ? nil : report.pointer
    tip.position = report.position
    emit(.pen(sample(report, tip, device, surface, state, at: report.position)))
    if state == .out { tip.tool = .pen }
  }

  private static func learn(_ report: PointerReport, _ tip: inout Tip) {
    if report.tilt != .zero { tip.hasTilt = true }
    if report.twist != 0 { tip.hasTwist = true }
    if report.phase == .down { tip.tool = report.buttons & 32 != 0 ? .eraser : .pen }
    if report.phase == .move, tip.isDown, report.buttons & 32 != 0 { tip.tool = .eraser }
  }

  private static func sample(
    _ report: PointerReport, _ tip: Tip, _ device: DeviceID, _ surface: SurfaceID,
    _ state: PenState, at position: Point?
  ) -> PenSample {
    let degree = Float(Maths.pi / 180)
    var buttons: PenButtons = []
    if report.buttons & 2 != 0 { buttons.insert(.first) }
    if report.buttons & 4 != 0 { buttons.insert(.second) }
    return PenSample(
      time: report.time, device: device, surface: surface, state: state, position: position,
      pressure: report.kind == .pen ? report.pressure : nil,
      tilt: tip.hasTilt ? Tilt(x: report.tilt.x * degree, y: report.tilt.y * degree) : nil,
      twist: tip.hasTwist ? report.twist * degree : nil, tool: tip.tool, buttons: buttons)
  }

  // MARK: Touches

  private mutating func receiveTouch(_ report: PointerReport, _ emit: (InputEvent) -> Void) {
    let index = landings.firstIndex { $0.pointer == report.pointer }
    switch report.phase {
    case .down:
      if let index { end(index, .cancelled, at: report.time, emit) }
      let contact = ContactID(nextContact)
      nextContact &+= 1
      learnSize(report)
      landings.append(
        Landing(pointer: report.pointer, contact: contact, position: report.position))
      emitContact(report, contact, .began, emit)
    case .move:
      guard let index else { return }
      learnSize(report)
      landings[index].position = report.position
      emitContact(report, landings[index].contact, .moved, emit)
    case .up:
      guard let index else { return }
      landings[index].position = report.position
      end(index, .ended, at: report.time, emit)
    case .cancel:
      guard let index else { return }
      end(index, .cancelled, at: report.time, emit)
    case .leave: break
    }
  }

  private mutating func learnSize(_ report: PointerReport) {
    if let seenSize, seenSize != report.size { sizesVary = true }
    seenSize = report.size
    if report.pressure != 0, report.pressure != 0.5, report.pressure != 1 {
      pressureVaries = true
    }
  }

  private func emitContact(
    _ report: PointerReport, _ id: ContactID, _ phase: ContactPhase, _ emit: (InputEvent) -> Void
  ) {
    var size: ContactSize?
    if sizesVary, report.size.max() > 1 {
      let millimetres = report.size * Float(PointerReport.millimetresPerPixel)
      size = ContactSize(
        major: max(millimetres.x, millimetres.y), minor: min(millimetres.x, millimetres.y))
    }
    emitFrame(
      Contact(
        id: id, phase: phase, position: report.position, size: size,
        pressure: pressureVaries ? report.pressure : nil), at: report.time, emit)
  }

  private mutating func end(
    _ index: Int, _ phase: ContactPhase, at time: Timestamp, _ emit: (InputEvent) -> Void
  ) {
    let landing = landings.remove(at: index)
    emitFrame(
      Contact(id: landing.contact, phase: phase, position: landing.position), at: time, emit)
  }

  private func emitFrame(
    _ contact: Contact, at time: Timestamp, _ emit: (InputEvent) -> Void
  ) {
    emit(
      .touch(
        TouchFrame(time: time, device: Self.touch, surface: Self.page, contacts: [contact])))
  }
}

extension PointerReport {
  /// The nominal size of a CSS pixel: an inch has 96 of them, whatever the screen.
  public static var millimetresPerPixel: Double { 25.4 / 96 }
}
