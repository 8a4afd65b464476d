public import Foundation
import Synchronization

/// At once.
public let CHHapticTimeImmediate: TimeInterval = 0

// Unchecked, all of them: the compiler does not check classes that may have heirs. What changes is
// behind a lock, the rest is constant.

/// Something to feel, or to hear.
public class CHHapticEvent: NSObject, @unchecked Sendable {
  /// The kind of event.
  public struct EventType: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String
    /// A kind.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A tap.
    public static let hapticTransient = EventType(rawValue: "HapticTransient")
    /// A vibration for some time.
    public static let hapticContinuous = EventType(rawValue: "HapticContinuous")
    /// A tone; a controller plays none, and it is left out.
    public static let audioContinuous = EventType(rawValue: "AudioContinuous")
    /// A sound; a controller plays none, and it is left out.
    public static let audioCustom = EventType(rawValue: "AudioCustom")
  }

  /// What a parameter is about.
  public struct ParameterID: RawRepresentable, Hashable, Sendable {
    /// The parameter's name.
    public let rawValue: String
    /// A parameter.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// How strong, `0...1`; 1 unless given.
    public static let hapticIntensity = ParameterID(rawValue: "HapticIntensity")
    /// How sharp, `0...1`; 0.5 unless given.
    public static let hapticSharpness = ParameterID(rawValue: "HapticSharpness")
    /// Seconds until it has its intensity.
    public static let attackTime = ParameterID(rawValue: "AttackTime")
    /// Kept, without effect.
    public static let decayTime = ParameterID(rawValue: "DecayTime")
    /// Seconds until it has ended after its duration.
    public static let releaseTime = ParameterID(rawValue: "ReleaseTime")
    /// Kept, without effect.
    public static let sustained = ParameterID(rawValue: "Sustained")
    /// Of sounds; without effect.
    public static let audioVolume = ParameterID(rawValue: "AudioVolume")
    /// Of sounds; without effect.
    public static let audioPitch = ParameterID(rawValue: "AudioPitch")
    /// Of sounds; without effect.
    public static let audioPan = ParameterID(rawValue: "AudioPan")
    /// Of sounds; without effect.
    public static let audioBrightness = ParameterID(rawValue: "AudioBrightness")
  }

  /// The kind of event.
  public let type: EventType
  /// What makes its character.
  public let eventParameters: [CHHapticEventParameter]
  /// When it begins, in seconds from the pattern's start.
  public var relativeTime: TimeInterval {
    get { lockedRelativeTime.withLock { $0 } }
    set { lockedRelativeTime.withLock { $0 = newValue } }
  }
  private let lockedRelativeTime: Mutex<TimeInterval>
  /// How long it lasts in seconds; a tap's own length if 0.
  public var duration: TimeInterval {
    get { lockedDuration.withLock { $0 } }
    set { lockedDuration.withLock { $0 = newValue } }
  }
  private let lockedDuration: Mutex<TimeInterval>

  /// An event without a duration, such as a tap.
  public convenience init(
    eventType type: EventType, parameters eventParams: [CHHapticEventParameter],
    relativeTime time: TimeInterval
  ) {
    self.init(eventType: type, parameters: eventParams, relativeTime: time, duration: 0)
  }

  /// An event.
  public init(
    eventType type: EventType, parameters eventParams: [CHHapticEventParameter],
    relativeTime time: TimeInterval, duration: TimeInterval
  ) {
    self.type = type
    eventParameters = eventParams
    lockedRelativeTime = Mutex(time)
    lockedDuration = Mutex(duration)
  }
}

/// One property of an event.
public class CHHapticEventParameter: NSObject, @unchecked Sendable {
  /// What it is about.
  public let parameterID: CHHapticEvent.ParameterID
  /// Its value.
  public var value: Float {
    get { lockedValue.withLock { $0 } }
    set { lockedValue.withLock { $0 = newValue } }
  }
  private let lockedValue: Mutex<Float>

  /// A property.
  public init(parameterID: CHHapticEvent.ParameterID, value: Float) {
    self.parameterID = parameterID
    lockedValue = Mutex(value)
  }
}

/// A change of a whole pattern at some moment.
public class CHHapticDynamicParameter: NSObject, @unchecked Sendable {
  /// What is changed.
  public struct ID: RawRepresentable, Hashable, Sendable {
    /// The parameter's name.
    public let rawValue: String
    /// A parameter.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// All intensities, which are multiplied by the value.
    public static let hapticIntensityControl = ID(rawValue: "HapticIntensityControl")
    /// All sharpnesses, to which the value is added.
    public static let hapticSharpnessControl = ID(rawValue: "HapticSharpnessControl")
    /// Kept, without effect.
    public static let hapticAttackTimeControl = ID(rawValue: "HapticAttackTimeControl")
    /// Kept, without effect.
    public static let hapticDecayTimeControl = ID(rawValue: "HapticDecayTimeControl")
    /// Kept, without effect.
    public static let hapticReleaseTimeControl = ID(rawValue: "HapticReleaseTimeControl")
    /// Of sounds; without effect.
    public static let audioVolumeControl = ID(rawValue: "AudioVolumeControl")
  }

  /// What is changed.
  public let parameterID: ID
  /// The factor, or what is added.
  public var value: Float {
    get { lockedValue.withLock { $0 } }
    set { lockedValue.withLock { $0 = newValue } }
  }
  private let lockedValue: Mutex<Float>
  /// When, in seconds from the pattern's start, or from when it is sent.
  public var relativeTime: TimeInterval {
    get { lockedRelativeTime.withLock { $0 } }
    set { lockedRelativeTime.withLock { $0 = newValue } }
  }
  private let lockedRelativeTime: Mutex<TimeInterval>

  /// A change.
  public init(parameterID: ID, value: Float, relativeTime time: TimeInterval) {
    self.parameterID = parameterID
    lockedValue = Mutex(value)
    lockedRelativeTime = Mutex(time)
  }
}

/// A change of a whole pattern along a line through points.
public class CHHapticParameterCurve: NSObject, @unchecked Sendable {
  /// A point of the line.
  public class ControlPoint: NSObject, @unchecked Sendable {
    /// When, in seconds from the curve's start.
    public var relativeTime: TimeInterval {
      get { lockedRelativeTime.withLock { $0 } }
      set { lockedRelativeTime.withLock { $0 = newValue } }
    }
    private let lockedRelativeTime: Mutex<TimeInterval>
    /// The value there.
    public var value: Float {
      get { lockedValue.withLock { $0 } }
      set { lockedValue.withLock { $0 = newValue } }
    }
    private let lockedValue: Mutex<Float>

    /// A point.
    public init(relativeTime time: TimeInterval, value: Float) {
      lockedRelativeTime = Mutex(time)
      lockedValue = Mutex(value)
    }
  }

  /// What is changed.
  public let parameterID: CHHapticDynamicParameter.ID
  /// When the curve begins, in seconds from the pattern's start, or from when it is scheduled.
  public var relativeTime: TimeInterval {
    get { lockedRelativeTime.withLock { $0 } }
    set { lockedRelativeTime.withLock { $0 = newValue } }
  }
  private let lockedRelativeTime: Mutex<TimeInterval>
  /// The points, in order of time.
  public let controlPoints: [ControlPoint]

  /// A curve.
  public init(
    parameterID: CHHapticDynamicParameter.ID, controlPoints: [ControlPoint],
    relativeTime: TimeInterval
  ) {
    self.parameterID = parameterID
    self.controlPoints = controlPoints
    lockedRelativeTime = Mutex(relativeTime)
  }
}
