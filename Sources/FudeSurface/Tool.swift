public import FudeInk

/// What a pen does on the surface.
public enum SurfaceTool: UInt8, Hashable, Sendable, CaseIterable {
  /// A ball pen: pressure gives width.
  case pen
  /// A highlighter.
  case marker
  /// A pencil that broadens as it leans.
  case pencil
  /// Takes ink away.
  case eraser
  /// Selects strokes and moves them.
  case select

  /// The tool's word in commands and state.
  public var word: StaticString {
    switch self {
    case .pen: "pen"
    case .marker: "marker"
    case .pencil: "pencil"
    case .eraser: "eraser"
    case .select: "select"
    }
  }

  /// The widths that can be chosen, in millimetres.
  public var widths: ClosedRange<Double> {
    switch self {
    case .pen, .pencil, .select: 0.1...12
    case .marker: 1...30
    case .eraser: 1...40
    }
  }

  /// Whether it leaves ink.
  public var isInking: Bool { self != .eraser && self != .select }
}

/// How a tool is set.
public struct ToolSetting: Hashable, Sendable {
  /// Full width in millimetres.
  public var width: Double
  /// Its colour without opacity.
  public var color: InkColor
  /// Opacity, `0...1`.
  public var opacity: Double

  /// What a tool starts with.
  public init(of tool: SurfaceTool) {
    switch tool {
    case .pen, .select: (width, color, opacity) = (0.9, InkColor(red: 27, green: 29, blue: 38), 1)
    case .marker: (width, color, opacity) = (6, InkColor(red: 255, green: 222, blue: 64), 0.8)
    case .pencil: (width, color, opacity) = (0.7, InkColor(red: 70, green: 70, blue: 76), 0.85)
    case .eraser: (width, color, opacity) = (6, .white, 1)
    }
  }

  /// The brush that a tool draws with.
  func brush(_ tool: SurfaceTool, curve: PressureCurve) -> Brush {
    var brush: Brush
    switch tool {
    case .pen, .eraser, .select: brush = .pen
    case .marker: brush = .marker
    case .pencil: brush = .pencil
    }
    brush.width = width
    brush.color = color
    brush.color.alpha = UInt8(max(1, min(255, (opacity * 255).rounded())))
    brush.curve = curve
    return brush
  }
}
