public import CoreHaptics
import FudeModel
import FudePad
import FudePadSources
public import Foundation

/// A duration without an end, for haptic events.
public let GCHapticDurationInfinite = Float.greatestFiniteMagnitude

/// What can be felt on a controller.
///
/// ``createEngine(withLocality:)`` is Apple's; ``rumble(_:strength:for:)`` is ours, for who wants no
/// engine. Engines of several places play together; where they share a motor the stronger counts.
public class GCDeviceHaptics: NSObject, @unchecked Sendable {
  /// Where something can be felt.
  public let supportedLocalities: Set<GCHapticsLocality>

  /// What an engine wants of the motors just now.
  private struct Wish {
    var locality: GCHapticsLocality
    var strength: RumbleScore.Strength
    /// On the monotonic clock.
    var until: Timestamp

    /// What its place makes of it: a place with one motor plays the stronger of the two on that.
    var motors: RumbleScore.Strength {
      let one = max(strength.heavy, strength.light)
      return switch locality {
      case .leftHandle, .leftTrigger: RumbleScore.Strength(heavy: one)
      case .rightHandle, .rightTrigger: RumbleScore.Strength(light: one)
      case .triggers: RumbleScore.Strength(heavy: one, light: one)
      default: strength
      }
    }
  }

  private final class Seat {
    weak var engine: CHHapticEngine?
    init(_ engine: CHHapticEngine) { self.engine = engine }
  }

  private let lock = NSLock()
  private var wishes: [Int: Wish] = [:]
  private var engines: [Seat] = []
  private var nextNumber = 0
  private weak var controller: GCController?

  init(_ controller: GCController, features: PadTraits.Features) {
    var places: Set<GCHapticsLocality> = []
    if features.contains(.rumble) {
      places.formUnion([.default, .all, .handles, .leftHandle, .rightHandle])
    }
    if features.contains(.triggerRumble) {
      places.formUnion([.default, .all, .triggers, .leftTrigger, .rightTrigger])
    }
    supportedLocalities = places
    self.controller = controller
  }

  /// An engine that plays patterns at a place; `nil` if the controller has no such place.
  public func createEngine(withLocality locality: GCHapticsLocality) -> CHHapticEngine? {
    guard supportedLocalities.contains(locality) else { return nil }
    return lock.withLock { () -> CHHapticEngine in
      let number = nextNumber
      nextNumber += 1
      let engine = CHHapticEngine { [weak self] strength, seconds in
        self?.play(number, locality, strength, seconds)
      }
      engines.removeAll { $0.engine == nil }
      engines.append(Seat(engine))
      return engine
    }
  }

  /// Shakes a place with a strength of `0...1` for some seconds; 0 stops it. A place that the
  /// controller has not is ignored.
  public func rumble(_ locality: GCHapticsLocality, strength: Float, for seconds: TimeInterval) {
    guard supportedLocalities.contains(locality) else { return }
    let strength = strength == strength ? max(0, min(1, strength)) : 0
    let span = TimeSpan.seconds(seconds)
    switch locality {
    case .triggers: send(.triggerRumble(left: strength, right: strength, span))
    case .leftTrigger: send(.triggerRumble(left: strength, right: 0, span))
    case .rightTrigger: send(.triggerRumble(left: 0, right: strength, span))
    case .leftHandle: send(.rumble(heavy: strength, light: 0, span))
    case .rightHandle: send(.rumble(heavy: 0, light: strength, span))
    default: send(.rumble(heavy: strength, light: strength, span))
    }
  }

  /// The controller went: its engines stop.
  func lose() {
    for engine in lock.withLock({ engines.compactMap(\.engine) }) { engine.lose() }
  }

  /// The controller is back: its engines may be started.
  func find() {
    for engine in lock.withLock({ engines.compactMap(\.engine) }) { engine.find() }
  }

  private func play(
    _ engine: Int, _ locality: GCHapticsLocality, _ strength: RumbleScore.Strength,
    _ seconds: TimeInterval
  ) {
    let now = PadClock.now()
    let isOfTriggers = [.triggers, .leftTrigger, .rightTrigger].contains(locality)
    let (total, span) = lock.withLock { () -> (RumbleScore.Strength, TimeSpan) in
      wishes[engine] = Wish(locality: locality, strength: strength, until: now + .seconds(seconds))
      wishes = wishes.filter { $0.value.until > now }
      var total = RumbleScore.Strength()
      var until = now
      for wish in wishes.values
      where [.triggers, .leftTrigger, .rightTrigger].contains(wish.locality) == isOfTriggers {
        let own = wish.motors
        total.heavy = max(total.heavy, own.heavy)
        total.light = max(total.light, own.light)
        until = max(until, wish.until)
      }
      return (total, until - now)
    }
    send(
      isOfTriggers
        ? .triggerRumble(left: total.heavy, right: total.light, span)
        : .rumble(heavy: total.heavy, light: total.light, span))
  }

  private func send(_ command: PadCommand) {
    controller?.perform(command)
  }
}
