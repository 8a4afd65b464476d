public import FudeEvdev
public import FudeModel

/// A session that never happened: a hand writes, its palm rests, the other hand touches.
///
/// The same options give the same bytes. Speeds, forces, places and times are published or measured
/// figures (see the parts); it is a stand-in for recordings that may not be shipped, and says so.
public struct Simulation: Sendable {
  /// What is written and by whom.
  public struct Options: Hashable, Sendable {
    /// Fixes every random choice.
    public var seed: UInt64
    /// Whether the left hand holds the pen.
    public var isLeftHanded: Bool
    /// What is written below the brush: lower-case letters and spaces; others are left out.
    public var text: String
    /// Whether the writing hand touches the surface.
    public var hasPalm: Bool
    /// Whether the other hand touches the surface, with the pen in range and after it left.
    public var hasSecondHand: Bool

    /// Options; what is left out is what `fude demo` shows.
    public init(
      seed: UInt64 = 1, isLeftHanded: Bool = false, text: String = "the palm leaves no mark",
      hasPalm: Bool = true, hasSecondHand: Bool = true
    ) {
      self.seed = seed
      self.isLeftHanded = isLeftHanded
      self.text = text
      self.hasPalm = hasPalm
      self.hasSecondHand = hasSecondHand
    }
  }

  /// One kernel event of one of the two devices.
  public struct Event: Hashable, Sendable {
    /// 0 for the pen, 1 for the touchscreen.
    public var device: DeviceID
    /// What the kernel said.
    public var raw: RawEvent
  }

  /// A contact and what it really was.
  public struct Label: Hashable, Sendable {
    /// The kernel's tracking number, the contact's order of landing from 0 on.
    public var trackingID: Int32
    /// When it landed.
    public var began: Timestamp
    /// When it was last reported.
    public var ended: Timestamp
    /// What it was.
    public var truth: ContactTruth
  }

  /// The size of the simulated screen in millimetres.
  public static var surfaceSize: Size { EvdevEncoding.size }

  /// The way of the pen for a text, stroke by stroke, in places so close that straight lines join them.
  ///
  /// - Parameters:
  ///   - text: Lower-case letters and spaces; others are left out.
  ///   - height: The height of an x in millimetres. The baseline is at y = 0.
  public static func handwriting(_ text: String, height: Double) -> [[Point]] {
    var x = 0.0
    var strokes: [[Point]] = []
    for glyph in text.utf8.compactMap(Glyphs.letter) {
      strokes += glyph.strokes.map { stroke in
        StrokeMotion.spline(
          through: stroke.map { Point(x: x + ($0.0 - 0.12 * $0.1) * height, y: $0.1 * height) })
      }
      x += glyph.advance * height
    }
    return strokes
  }

  /// The pen, then the touchscreen.
  public let devices: [DeviceDescription]
  /// All events of both devices in time.
  public let events: [Event]
  /// The truth about each contact, in order of landing.
  public let labels: [Label]

  /// Simulates a session.
  public init(_ options: Options) {
    var script = Script(options)
    script.play()
    let encoding = EvdevEncoding(pen: script.samples, tracks: script.tracks)
    devices = EvdevEncoding.devices
    events = encoding.events
    labels = encoding.labels
  }
}
