public import FudeModel

/// A haptic pattern as a controller's two motors can play it: how strongly each turns at any moment.
///
/// Intensity and sharpness are those of Apple's Core Haptics. Two motors have no sharpness of their
/// own, so it is told by which of them turns: the heavy one alone at 0, both at 0.5, the light one
/// alone at 1. Where events overlap the stronger one counts for each motor.
///
/// Linear in the number of events a call; allocates nothing after it was made.
public struct RumbleScore: Hashable, Sendable {
  /// Something to feel.
  public struct Event: Hashable, Sendable {
    /// When it begins, from the pattern's start.
    public var start: TimeSpan
    /// How long it lasts; a tap lasts ``RumbleScore/tap``.
    public var duration: TimeSpan
    /// How strong, `0...1`.
    public var intensity: Float
    /// How sharp, `0...1`.
    public var sharpness: Float
    /// How long it takes to reach its intensity.
    public var attack: TimeSpan
    /// How long it takes to end after its duration.
    public var release: TimeSpan

    /// Something to feel; by itself of middling sharpness, and at once.
    public init(
      start: TimeSpan, duration: TimeSpan, intensity: Float = 1, sharpness: Float = 0.5,
      attack: TimeSpan = .zero, release: TimeSpan = .zero
    ) {
      self.start = start
      self.duration = max(.zero, duration)
      self.intensity = RumbleScore.fraction(intensity)
      self.sharpness = RumbleScore.fraction(sharpness)
      self.attack = max(.zero, attack)
      self.release = max(.zero, release)
    }
  }

  /// A change of all events from some moment on.
  public struct Change: Hashable, Sendable {
    /// What is changed.
    public enum Target: Hashable, Sendable {
      /// Every intensity, which is multiplied.
      case intensity
      /// Every sharpness, to which it is added.
      case sharpness
    }

    /// What is changed.
    public var target: Target
    /// From when on, from the pattern's start.
    public var time: TimeSpan
    /// The factor, or what is added.
    public var value: Float
    /// Whether it is reached gradually from the change before.
    public var isGradual: Bool

    /// A change.
    public init(_ target: Target, time: TimeSpan, value: Float, isGradual: Bool = false) {
      self.target = target
      self.time = time
      self.value = value == value ? value : 0
      self.isGradual = isGradual
    }
  }

  /// How strongly the motors turn, `0...1`.
  public struct Strength: Hashable, Sendable {
    /// The heavy motor.
    public var heavy: Float
    /// The light motor.
    public var light: Float
    /// Strengths.
    public init(heavy: Float = 0, light: Float = 0) {
      self.heavy = heavy
      self.light = light
    }
  }

  /// How long a tap lasts: less, and a motor does not start turning.
  public static let tap = TimeSpan.milliseconds(60)
  /// How often a gradual change is told anew.
  public static let step = TimeSpan.milliseconds(20)

  /// What is felt.
  public let events: [Event]
  /// What changes, in order of time.
  public private(set) var changes: [Change]
  /// From the start to the end of the last event.
  public let duration: TimeSpan

  /// A pattern.
  public init(events: [Event], changes: [Change] = []) {
    self.events = events
    self.changes = changes.sorted { $0.time < $1.time }
    duration = events.map { $0.start + $0.duration + $0.release }.max() ?? .zero
  }

  /// Adds a change while it plays.
  public mutating func add(_ change: Change) {
    let place = changes.firstIndex { change.time < $0.time } ?? changes.endIndex
    changes.insert(change, at: place)
  }

  /// How strongly the motors turn at a moment, from the pattern's start.
  public func strength(at time: TimeSpan) -> Strength {
    var strength = Strength()
    let factor = value(of: .intensity, at: time, otherwise: 1)
    let shift = value(of: .sharpness, at: time, otherwise: 0)
    for event in events {
      let own = RumbleScore.fraction(event.intensity * factor) * envelope(event, at: time)
      guard own > 0 else { continue }
      let sharpness = RumbleScore.fraction(event.sharpness + shift)
      strength.heavy = max(strength.heavy, own * min(1, 2 * (1 - sharpness)))
      strength.light = max(strength.light, own * min(1, 2 * sharpness))
    }
    return strength
  }

  /// The next moment at which the strength may be another; `nil` after the end.
  public func next(after time: TimeSpan) -> TimeSpan? {
    guard time < duration else { return nil }
    var next = duration
    func consider(_ moment: TimeSpan) {
      if moment > time, moment < next { next = moment }
    }
    for event in events {
      let end = event.start + event.duration
      consider(event.start)
      consider(end)
      let isRising = time >= event.start && time < event.start + event.attack
      let isFalling = time >= end && time < end + event.release
      if isRising || isFalling { consider(time + RumbleScore.step) }
    }
    for change in changes {
      consider(change.time)
      if change.isGradual, change.time > time { consider(time + RumbleScore.step) }
    }
    return next
  }

  private func envelope(_ event: Event, at time: TimeSpan) -> Float {
    let since = time - event.start
    guard since >= .zero, since < event.duration + event.release else { return 0 }
    if since < event.attack { return Float(since.seconds / event.attack.seconds) }
    if since < event.duration { return 1 }
    return 1 - Float((since - event.duration).seconds / event.release.seconds)
  }

  private func value(
    of target: Change.Target, at time: TimeSpan, otherwise: Float
  ) -> Float {
    var before: Change?
    for change in changes where change.target == target {
      guard change.time > time else {
        before = change
        continue
      }
      guard change.isGradual, let before else { break }
      let whole = (change.time - before.time).seconds
      let part = Float((time - before.time).seconds / whole)
      return before.value + (change.value - before.value) * part
    }
    return before?.value ?? otherwise
  }

  static func fraction(_ value: Float) -> Float { value == value ? max(0, min(1, value)) : 0 }
}
