import FudeModel

/// A pen as data: how wide, how dark, how its ends look.
public struct Brush: Hashable, Sendable {
  /// For people.
  public var name: String
  /// The line's width at full response, in millimetres, above 0.
  public var width: Double
  /// The narrowest line as a fraction of ``width``, `0.02...1`; 1 ignores pressure.
  ///
  /// Raise it when light strokes are too thin to see.
  public var minimumWidth: Float
  /// From force to the share between minimum and full width.
  public var curve: PressureCurve
  /// The force used where the device measures none, or says 0 throughout, `0...1`.
  public var assumedPressure: Float
  /// The ink.
  public var color: InkColor
  /// How a stroke meets what is below it.
  public var mode: CompositeMode
  /// The shape of both ends.
  public var ends: StrokeEnds
  /// How much a leaning pen widens the line: the share of ``width`` added at a lean of 60°, ≥ 0.
  public var tiltResponse: Float
  /// How much speed narrows the line: the share lost at 200 mm/s, `0...0.9`; 0 ignores speed.
  public var speedResponse: Float
  /// How flat the nib is: the share of the width lost along the nib's edge, `0...0.95`; 0 is round.
  public var nibFlatness: Float
  /// The direction of a flat nib's edge in radians from the x axis, clockwise.
  public var nibAngle: Float

  /// A brush; what is left out makes a plain round pen.
  public init(
    name: String, width: Double, minimumWidth: Float = 0.2, curve: PressureCurve = .linear,
    assumedPressure: Float = 0.5, color: InkColor = .black, mode: CompositeMode = .normal,
    ends: StrokeEnds = .round, tiltResponse: Float = 0, speedResponse: Float = 0,
    nibFlatness: Float = 0, nibAngle: Float = -0.7
  ) {
    self.name = name
    self.width = width
    self.minimumWidth = minimumWidth
    self.curve = curve
    self.assumedPressure = assumedPressure
    self.color = color
    self.mode = mode
    self.ends = ends
    self.tiltResponse = tiltResponse
    self.speedResponse = speedResponse
    self.nibFlatness = nibFlatness
    self.nibAngle = nibAngle
  }

  /// A ball pen: pressure gives width, round ends.
  public static let pen = Brush(name: "pen", width: 0.8, minimumWidth: 0.25)
  /// A fountain pen: a flat nib, wider when it leans.
  public static let fountain = Brush(
    name: "fountain", width: 1.0, minimumWidth: 0.3, curve: .light,
    color: InkColor(red: 20, green: 30, blue: 90), ends: .tapered, tiltResponse: 0.3,
    speedResponse: 0.2, nibFlatness: 0.6)
  /// A highlighter: wide, see-through, never darker where it crosses itself.
  public static let marker = Brush(
    name: "marker", width: 6, minimumWidth: 0.8, color: InkColor(red: 255, green: 225, blue: 60),
    mode: .highlight, ends: .flat)
  /// A pencil: thin, grey, broad when it leans; the paper's tooth shows in it.
  public static let pencil = Brush(
    name: "pencil", width: 0.6, minimumWidth: 0.35, curve: .light,
    color: InkColor(red: 52, green: 52, blue: 56, alpha: 225), mode: .grain, tiltResponse: 2)
  /// An eraser that takes away what it touches.
  public static let eraser = Brush(
    name: "eraser", width: 5, minimumWidth: 0.5, color: .black, mode: .erase)
  /// All of the above.
  public static let presets: [Brush] = [.pen, .fountain, .marker, .pencil, .eraser]
}

/// How a stroke's colour meets what is below it; always once for the whole stroke.
public enum CompositeMode: UInt8, Hashable, Sendable {
  /// It covers.
  case normal
  /// It multiplies, as a highlighter does: dark ink below stays dark.
  case highlight
  /// It takes away.
  case erase
  /// It covers what the tooth of the paper takes, as a pencil does. In pixels only: vector formats
  /// show a smooth line of the same colour.
  case grain
}

/// The shape of a stroke's ends.
public enum StrokeEnds: UInt8, Hashable, Sendable {
  /// Half discs.
  case round
  /// Cut square.
  case flat
  /// Thinning to a point over two widths.
  case tapered
}

/// A colour in sRGB with straight (not premultiplied) alpha.
public struct InkColor: Hashable, Sendable {
  /// Red, `0...255`.
  public var red: UInt8
  /// Green, `0...255`.
  public var green: UInt8
  /// Blue, `0...255`.
  public var blue: UInt8
  /// Opacity, `0...255`.
  public var alpha: UInt8

  /// A colour, opaque unless told otherwise.
  @inlinable
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black.
  @inlinable
  public static var black: InkColor { InkColor(red: 0, green: 0, blue: 0) }
  /// Opaque white.
  @inlinable
  public static var white: InkColor { InkColor(red: 255, green: 255, blue: 255) }
  /// Nothing.
  @inlinable
  public static var clear: InkColor { InkColor(red: 0, green: 0, blue: 0, alpha: 0) }
}

extension Brush {
  /// Half the line's width in millimetres for one point of the model.
  func radius(_ point: ModelPoint) -> Float {
    let force = point.pressure < 0 ? assumedPressure : point.pressure
    let floor = max(0.02, min(1, minimumWidth))
    var share = floor + (1 - floor) * curve.response(to: force)
    if tiltResponse > 0 { share *= 1 + tiltResponse * min(1, point.lean / 1.0472) }
    let speed = (point.velocity.x * point.velocity.x + point.velocity.y * point.velocity.y)
      .squareRoot()
    if speedResponse > 0 { share *= 1 - min(0.9, speedResponse) * min(1, speed / 200) }
    if nibFlatness > 0, speed > 0 { share *= nib(point.velocity / speed) }
    return min(1e4, max(0.001, Float(width) / 2 * max(share, floor * 0.3)))
  }

  /// The width of a flat nib seen along a direction of travel, as a share of its edge.
  private func nib(_ direction: SIMD2<Float>) -> Float {
    let (sine, cosine) = Maths.sinCos(Double(nibAngle))
    let across = direction.x * Float(sine) - direction.y * Float(cosine)
    let thin = 1 - min(0.95, max(0, nibFlatness))
    return (thin * thin + (1 - thin * thin) * across * across).squareRoot()
  }
}
