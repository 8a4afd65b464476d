public import FudeInk
import FudeModel

/// Strokes as a file holds them: pens and raw samples, nothing smoothed yet.
public struct InkDocument: Hashable, Sendable {
  /// One stroke.
  public struct Stroke: Hashable, Sendable {
    /// The pen.
    public var brush: Brush
    /// The samples, in millimetres, oldest first.
    public var samples: [InkSample]

    /// A stroke.
    public init(brush: Brush, samples: [InkSample]) {
      self.brush = brush
      self.samples = samples
    }
  }

  /// The strokes, in the order in which they were drawn.
  public var strokes: [Stroke]
  /// What the file had and this could not take, one sentence each.
  public var notes: [String]

  /// A document.
  public init(strokes: [Stroke] = [], notes: [String] = []) {
    self.strokes = strokes
    self.notes = notes
  }

  /// The strokes that a canvas shows.
  public init(_ canvas: Canvas) {
    self.init(
      strokes: canvas.drawn.compactMap { id in
        canvas[id].map { Stroke(brush: $0.brush, samples: $0.samples) }
      })
  }

  /// A canvas on which all strokes were drawn.
  public func drawn(settings: ModelSettings = ModelSettings()) -> Canvas {
    var canvas = Canvas()
    canvas.settings = settings
    for stroke in strokes {
      guard let first = stroke.samples.first else { continue }
      let id = canvas.begin(brush: stroke.brush, at: first)
      for sample in stroke.samples.dropFirst() { canvas.extend(id, with: sample) }
      canvas.end(id)
    }
    return canvas
  }
}

extension InkColor {
  /// `#rrggbb`, lower case; alpha is left out.
  var hex: String {
    func pair(_ value: UInt8) -> String {
      (value < 16 ? "0" : "") + String(value, radix: 16)
    }
    return "#" + pair(red) + pair(green) + pair(blue)
  }

  /// The colour of `#rrggbb` or `#rrggbbaa`; `nil` for anything else.
  init?(hex text: some StringProtocol) {
    guard text.first == "#", let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
    switch text.count {
    case 7:
      self.init(
        red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    case 9:
      self.init(
        red: UInt8(value >> 24 & 255), green: UInt8(value >> 16 & 255),
        blue: UInt8(value >> 8 & 255), alpha: UInt8(value & 255))
    default: return nil
    }
  }
}
