import FudePad
import FudePadSources
import Foundation

/// A trigger of a DualSense, which can resist and vibrate under the finger.
///
/// The pad's own answer does not come through SDL, so ``mode`` is what was set last, and ``status``
/// is worked out from where the trigger is.
public class GCDualSenseAdaptiveTrigger: GCControllerButtonInput, @unchecked Sendable {
  /// What kind of effect.
  public enum Mode: Int, Sendable {
    /// None.
    case off = 0
    /// Resistance from a place on.
    case feedback = 1
    /// Resistance between two places, like a weapon's trigger.
    case weapon = 2
    /// Vibration from a place on.
    case vibration = 3
    /// Resistance that grows or shrinks between two places.
    case slopeFeedback = 4
  }

  /// What the effect is doing.
  public enum Status: Int, Sendable {
    /// There is none, or it is not known.
    case unknown = -1
    /// Feedback, and the trigger is before its start.
    case feedbackNoLoad = 0
    /// Feedback, and the trigger is held against.
    case feedbackLoadApplied
    /// A weapon, and the trigger is before its start.
    case weaponReady
    /// A weapon, and the trigger is held against.
    case weaponFiring
    /// A weapon, and the trigger is past its end.
    case weaponFired
    /// Vibration, and the trigger is before its start.
    case vibrationNotVibrating
    /// Vibration, and the trigger vibrates.
    case vibrationIsVibrating
    /// A slope, and the trigger is before its start.
    case slopeFeedbackReady
    /// A slope, and the trigger is held against.
    case slopeFeedbackApplyingLoad
    /// A slope, and the trigger is past its end.
    case slopeFeedbackFinished
  }

  /// Ten values, one for each zone of the travel.
  public typealias TenFloats = (
    Float, Float, Float, Float, Float, Float, Float, Float, Float, Float
  )

  /// How many places of the travel can be set apart: 10.
  public static let discretePositionCount = TriggerEffect.zoneCount

  /// A strength for each of the ten zones, `0...1`.
  public struct PositionalResistiveStrengths: Sendable {
    /// The strengths, from rest to the end.
    public var values: TenFloats
    /// The strengths given.
    public init(values: TenFloats) { self.values = values }
    /// No resistance anywhere.
    public init() { values = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }
  }

  /// An amplitude for each of the ten zones, `0...1`.
  public struct PositionalAmplitudes: Sendable {
    /// The amplitudes, from rest to the end.
    public var values: TenFloats
    /// The amplitudes given.
    public init(values: TenFloats) { self.values = values }
    /// No vibration anywhere.
    public init() { values = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }
  }

  private struct Setting {
    var mode = Mode.off
    var effect = TriggerEffect.off
    /// Where a slope ends.
    var end: Float = 1
  }

  private weak var owner: GCController?
  private var command: ((TriggerEffect) -> PadCommand)?
  /// Guarded by `lock`.
  private var setting = Setting()

  /// What was set last; ``Mode/off`` too if its strength was 0.
  public var mode: Mode { lock.withLock { setting.mode } }

  /// What the effect does where the trigger is now.
  public var status: Status {
    let (setting, value) = (lock.withLock { self.setting }, value)
    let (start, end) = (setting.effect.start, setting.end)
    return switch setting.mode {
    case .off: .unknown
    case .feedback: value > start ? .feedbackLoadApplied : .feedbackNoLoad
    case .weapon: value > end ? .weaponFired : value > start ? .weaponFiring : .weaponReady
    case .vibration: value > start ? .vibrationIsVibrating : .vibrationNotVibrating
    case .slopeFeedback:
      value > end
        ? .slopeFeedbackFinished
        : value > start ? .slopeFeedbackApplyingLoad : .slopeFeedbackReady
    }
  }

  /// Where the trigger's arm is, `0...1`: where the trigger is.
  public var armPosition: Float { value }

  /// Ends any effect.
  public func setModeOff() { set(.off, .off) }

  /// Resistance from a place on; both `0...1`.
  public func setModeFeedbackWithStartPosition(_ startPosition: Float, resistiveStrength: Float) {
    set(.feedback, .feedback(from: startPosition, strength: resistiveStrength))
  }

  /// Resistance of a strength for each zone.
  public func setModeFeedback(
    resistiveStrengths positionalResistiveStrengths: PositionalResistiveStrengths
  ) {
    set(.feedback, .feedback(list(positionalResistiveStrengths.values)))
  }

  /// Resistance that goes from one strength to another between two places; all `0...1`, the end
  /// after the start.
  public func setModeSlopeFeedback(
    startPosition: Float, endPosition: Float, startStrength: Float, endStrength: Float
  ) {
    set(
      .slopeFeedback,
      .slope(from: startPosition, to: endPosition, strength: startStrength, to: endStrength),
      end: endPosition)
  }

  /// Resistance between two places, beyond which the trigger gives way; all `0...1`, the end after
  /// the start.
  public func setModeWeaponWithStartPosition(
    _ startPosition: Float, endPosition: Float, resistiveStrength: Float
  ) {
    let effect = TriggerEffect.weapon(
      from: startPosition, to: endPosition, strength: resistiveStrength)
    set(.weapon, effect, end: effect.end)
  }

  /// Vibration from a place on; all `0...1`.
  public func setModeVibrationWithStartPosition(
    _ startPosition: Float, amplitude: Float, frequency: Float
  ) {
    set(
      .vibration,
      .vibration(from: startPosition, amplitude: amplitude, frequency: frequency))
  }

  /// Vibration of an amplitude for each zone; the frequency is `0...1`.
  public func setModeVibration(
    amplitudes positionalAmplitudes: PositionalAmplitudes, frequency: Float
  ) {
    set(.vibration, .vibration(list(positionalAmplitudes.values), frequency: frequency))
  }

  func attach(_ owner: GCController, _ command: @escaping (TriggerEffect) -> PadCommand) {
    self.owner = owner
    self.command = command
  }

  /// Says again what was set: the pad that came back has forgotten it.
  func repeatEffect() {
    let effect = lock.withLock { setting.effect }
    if effect != .off { tell(effect) }
  }

  private func set(_ mode: Mode, _ effect: TriggerEffect, end: Float = 1) {
    lock.withLock {
      setting = Setting(mode: effect == .off ? .off : mode, effect: effect, end: end)
    }
    tell(effect)
  }

  private func tell(_ effect: TriggerEffect) {
    if let command { owner?.perform(command(effect)) }
  }

  private func list(_ values: TenFloats) -> [Float] {
    [
      values.0, values.1, values.2, values.3, values.4, values.5, values.6, values.7, values.8,
      values.9,
    ]
  }

  override func copyValues(from other: GCControllerElement) {
    super.copyValues(from: other)
    guard let other = other as? GCDualSenseAdaptiveTrigger else { return }
    let copied = other.lock.withLock { other.setting }
    lock.withLock { setting = copied }
  }
}
