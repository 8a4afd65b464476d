import FudeModel

/// What a pen's keys and axes were last.
struct PenRawState: Sendable {
  var x: Int32 = 0
  var y: Int32 = 0
  var pressure: Int32 = 0
  var distance: Int32 = 0
  var tiltX: Int32 = 0
  var tiltY: Int32 = 0
  var rotation: Int32 = 0
  var hasPosition = false
  var isTip = false
  var buttons: PenButtons = []
  var tools: Tools = []
  /// The tool that came into range last.
  var lastTool: Tools = .pen
  /// A tool that joined another one in this frame.
  var joined: Tools?
  /// Whether the second side button went down in this frame.
  var pressedSecond = false
  /// Whether the second side button stands for the eraser while it is held.
  var secondIsEraser = false

  /// The values that the description was taken with.
  init(_ description: DeviceDescription) {
    for axis in description.axes {
      _ = set(axis: axis.code, to: axis.value)
    }
    // A description that holds nothing but zeros was written without values.
    hasPosition = x != 0 || y != 0
  }

  /// Sets an axis; false if a pen has no such axis.
  mutating func set(axis code: UInt16, to value: Int32) -> Bool {
    switch code {
    case ABS.x:
      x = value
      hasPosition = true
    case ABS.y:
      y = value
      hasPosition = true
    case ABS.pressure: pressure = value
    case ABS.distance: distance = value
    case ABS.tiltX: tiltX = value
    case ABS.tiltY: tiltY = value
    case ABS.z: rotation = value
    default: return false
    }
    return true
  }

  mutating func set(_ tool: Tools, isDown: Bool) {
    if isDown {
      tools.insert(tool)
      lastTool = tool
    } else {
      tools.remove(tool)
      // Of the tools that stay, the eraser was chosen on purpose; a pen may be stuck.
      if tool == lastTool, !tools.isEmpty {
        lastTool = tools.contains(.rubber) ? .rubber : tools.lowest
      }
    }
  }

  var tool: PenTool {
    if secondIsEraser { return .eraser }
    return switch lastTool {
    case .rubber: .eraser
    case .brush: .brush
    case .pencil: .pencil
    case .airbrush: .airbrush
    case .cursor: .cursor
    default: .pen
    }
  }

  /// The tools that a pen device can sense, as a set.
  struct Tools: OptionSet, Sendable {
    var rawValue: UInt8

    static var pen: Tools { Tools(rawValue: 1) }
    static var rubber: Tools { Tools(rawValue: 2) }
    static var brush: Tools { Tools(rawValue: 4) }
    static var pencil: Tools { Tools(rawValue: 8) }
    static var airbrush: Tools { Tools(rawValue: 16) }
    static var cursor: Tools { Tools(rawValue: 32) }

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    init?(code: UInt16) {
      switch code {
      case BTN.toolPen: self = .pen
      case BTN.toolRubber: self = .rubber
      case BTN.toolBrush: self = .brush
      case BTN.toolPencil: self = .pencil
      case BTN.toolAirbrush: self = .airbrush
      case BTN.toolMouse, BTN.toolLens: self = .cursor
      default: return nil
      }
    }

    var count: Int { rawValue.nonzeroBitCount }
    var lowest: Tools { Tools(rawValue: rawValue & (~rawValue &+ 1)) }
  }
}

/// How a pen device's numbers become millimetres, fractions and radians.
struct PenAxes: Sendable {
  let hasTools: Bool
  let pressureMinimum: Int32
  private let hasTouchButton: Bool
  private let scale: PositionScale
  private let pressure: AxisDescription?
  private let distance: AxisDescription?
  private let tiltX: AngleScale?
  private let tiltY: AngleScale?
  private let rotation: AxisDescription?

  init(description: DeviceDescription, surface: Surface) {
    scale = PositionScale(
      x: description.axis(ABS.x), y: description.axis(ABS.y), size: surface.size)
    pressure = description.axis(ABS.pressure).flatMap { $0.maximum > $0.minimum ? $0 : nil }
    pressureMinimum = pressure?.minimum ?? 0
    distance = description.axis(ABS.distance).flatMap { $0.maximum > $0.minimum ? $0 : nil }
    rotation = description.axis(ABS.z).flatMap { $0.maximum > $0.minimum ? $0 : nil }
    let x = description.axis(ABS.tiltX)
    let y = description.axis(ABS.tiltY)
    tiltX = y == nil ? nil : x.map { AngleScale($0) }
    tiltY = x == nil ? nil : y.map { AngleScale($0) }
    var tools = false
    var touch = false
    for item in description.codes where item.type == EV.key {
      if PenRawState.Tools(code: item.code) != nil { tools = true }
      if item.code == BTN.touch { touch = true }
    }
    hasTools = tools
    hasTouchButton = touch
  }

  func sample(
    of raw: PenRawState, at time: Timestamp, device: DeviceID, surface: SurfaceID
  ) -> PenSample {
    var tilt: Tilt?
    if let tiltX, let tiltY {
      tilt = Tilt(x: tiltX.radians(raw.tiltX), y: tiltY.radians(raw.tiltY))
    }
    return PenSample(
      time: time, device: device, surface: surface, state: state(of: raw),
      position: raw.hasPosition ? scale.point(raw.x, raw.y) : nil,
      pressure: pressure.map { Float($0.fraction(of: raw.pressure)) }, tilt: tilt,
      twist: rotation.map { Self.twist(raw.rotation, $0) }, tool: raw.tool, buttons: raw.buttons)
  }

  private func state(of raw: PenRawState) -> PenState {
    if raw.tools.isEmpty { return .out }
    guard raw.hasPosition else { return .near }
    let isTip = hasTouchButton ? raw.isTip : raw.isTip || raw.pressure > pressureMinimum
    if isTip { return .touching }
    return .hovering(distance: distance.map { Float($0.fraction(of: raw.distance)) })
  }

  /// The turn of a pen about itself.
  ///
  /// The kernel's ABS_Z covers the full circle and reads its minimum when the buttons point to the
  /// right (Wacom's Art Pen); a quarter more makes them point up at 0, as libinput reports it.
  private static func twist(_ value: Int32, _ axis: AxisDescription) -> Float {
    let span = Double(axis.maximum) - Double(axis.minimum) + 1
    var turns = (Double(value) - Double(axis.minimum)) / span + 0.25
    turns -= turns.rounded(.down)
    let radians = Float(turns * 2 * Maths.pi)
    return radians < Float(2 * Maths.pi) ? radians : 0
  }
}

/// How a tilt axis becomes radians.
struct AngleScale: Sendable {
  private let zero: Double
  private let perUnit: Double

  /// With a resolution the units are its fractions of a radian. Without, the drivers that leave it
  /// out report degrees: from -64 to 63, or from 0 to 127 with the upright at 64. A range wider
  /// than a half turn of degrees is taken to end at ±90°.
  init(_ axis: AxisDescription) {
    let low = Double(axis.minimum)
    let high = Double(axis.maximum)
    zero = low < 0 ? 0 : ((low + high) / 2).rounded(.up)
    if axis.resolution > 0 {
      perUnit = 1 / Double(axis.resolution)
    } else if high - low <= 180 {
      perUnit = Maths.pi / 180
    } else {
      perUnit = Maths.pi / (high - low)
    }
  }

  func radians(_ value: Int32) -> Float {
    let angle = (Double(value) - zero) * perUnit
    return Float(max(-Maths.pi / 2, min(Maths.pi / 2, angle)))
  }
}
