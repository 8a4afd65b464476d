/// Wacom's Universal Ink Model 3.1: RIFF chunks with Protocol Buffers inside.
///
/// Written and read are the raw sensor data (place, time, force, tilt, twist), the splines that
/// were made of them, colour, width and blend mode. Semantics, views and particle brushes are left
/// out. Field numbers, units and names are those of the published schema (`UIM_3_1_0.proto`).
public enum UniversalInk {
  /// How a channel of sensor data is written: values as whole numbers, the first whole, each
  /// further as the step from the one before.
  enum Channel: UInt8, CaseIterable {
    case x = 1
    case y
    case time
    case force
    case altitude
    case azimuth
    case twist

    /// The last part of the channel's type.
    var name: String {
      switch self {
      case .x: "X"
      case .y: "Y"
      case .time: "Timestamp"
      case .force: "Pressure"
      case .altitude: "Altitude"
      case .azimuth: "Azimuth"
      case .twist: "Rotation"
      }
    }

    /// Length in m, time in s, angle in radians or a fraction, by the schema's numbers.
    var metric: UInt64 {
      switch self {
      case .x, .y: 0
      case .time: 1
      case .altitude, .azimuth, .twist: 3
      case .force: 4
      }
    }

    /// Decimal places that are kept: 0.1 µm, 1 µs, a hundred-thousandth of the rest.
    var places: Int {
      switch self {
      case .x, .y: 7
      case .time: 6
      case .force, .altitude, .azimuth, .twist: 5
      }
    }
  }

  /// What every type of channel begins with.
  static let channelPrefix = "will://input/3.0/channel/"
  /// What the URI of one of our brushes begins with; its name follows.
  static let brushPrefix = "app://fude/vector-brush/"
  /// The URIs of the schema's blend modes.
  static let sourceOver = "will://rasterization/3.0/blend-mode/SourceOver"
  /// Takes away what is below: our eraser that rubs out.
  static let destinationOut = "will://rasterization/3.0/blend-mode/DestinationOut"
  /// The darker of both, the nearest that the schema has to a highlighter's product.
  static let minimum = "will://rasterization/3.0/blend-mode/Min"
  /// Splines are in device-independent pixels of 1/96 inch, once `unitScaleFactor` (1 when absent)
  /// is multiplied in.
  static let millimetresPerUnit = 25.4 / 96
}
