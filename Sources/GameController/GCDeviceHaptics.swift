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
/// engine. What is wanted for several places is played together; where they share a motor the stronger
/// counts.
public class GCDeviceHaptics: NSObject, @unchecked Sendable {
  // Unchecked: what changes is behind `lock` or `sending`.

  /// Where something can be felt.
  public let supportedLocalities: Set<GCHapticsLocality>

  /// Who wants something of the motors: an engine, or a program for a place.
  private enum Wisher: Hashable {
    case engine(Int)
    case place(GCHapticsLocality)
  }

  /// What is wanted of the motors just now.
  private struct Wish {
    var locality: GCHapticsLocality
    var strength: RumbleScore.Strength
    /// On the monotonic clock.
    var until: Timestamp

    var isOfTriggers: Bool { [.triggers, .leftTrigger, .rightTrigger].contains(locality) }

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
  /// Held until the command is out: the motors hear of the latest wishes last. Not `lock`, as an
  /// engine's end is a wish too and may happen while that is held.
  private let sending = NSLock()
  private var wishes: [Wisher: Wish] = [:]
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
        self?.play(.engine(number), locality, strength, seconds)
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
    let one = strength == strength ? max(0, min(1, strength)) : 0
    play(.place(locality), locality, RumbleScore.Strength(heavy: one, light: one), seconds)
    // An engine tells of its own changes; this ends by itself. A day is for good.
    guard one > 0, seconds > 0, seconds < 86_400 else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds + 0.001) { [weak self] in
      self?.expire(locality)
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
    _ wisher: Wisher, _ locality: GCHapticsLocality, _ strength: RumbleScore.Strength,
    _ seconds: TimeInterval
  ) {
    sending.withLock {
      let now = PadClock.now()
      let wish = Wish(locality: locality, strength: strength, until: now + .seconds(seconds))
      wishes[wisher] = wish
      send(now, ofTriggers: wish.isOfTriggers)
    }
  }

  /// Something wanted for a place for some time is over, unless it was wanted anew: what else is
  /// wanted goes on.
  private func expire(_ locality: GCHapticsLocality) {
    sending.withLock {
      let now = PadClock.now()
      guard let wish = wishes[.place(locality)], wish.until <= now else { return }
      wishes[.place(locality)] = nil
      let others = wishes.values.contains {
        $0.isOfTriggers == wish.isOfTriggers && $0.until > now
      }
      if others { send(now, ofTriggers: wish.isOfTriggers) }
    }
  }

  /// Tells the motors what is wanted of them; with ``sending`` held.
  private func send(_ now: Timestamp, ofTriggers: Bool) {
    // An expired wish of a place is left to `expire(_:)`, which tells what remains.
    let current = wishes.values.filter { $0.isOfTriggers == ofTriggers && $0.until > now }
    var total = RumbleScore.Strength()
    var until = now
    for wish in current {
      let own = wish.motors
      total.heavy = max(total.heavy, own.heavy)
      total.light = max(total.light, own.light)
      until = max(until, wish.until)
    }
    wishes = wishes.filter { wisher, wish in
      if case .place = wisher { return true }
      return wish.until > now
    }
    controller?.perform(
      ofTriggers
        ? .triggerRumble(left: total.heavy, right: total.light, until - now)
        : .rumble(heavy: total.heavy, light: total.light, until - now))
  }
}
