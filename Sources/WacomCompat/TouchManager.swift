public import Foundation
import FudeModel
import FudeStylus
import FudeTouch
public import TouchStandIns

/// How a hand holds the pen, under the old SDK's name.
public struct ehandedness: RawRepresentable, Hashable, Sendable {
  /// The number.
  public var rawValue: UInt32

  /// The posture numbered `rawValue`.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// Not told.
public let eh_Unknown = ehandedness(rawValue: 0)
/// Right hand.
public let eh_Right = ehandedness(rawValue: 1)
/// Left hand.
public let eh_Left = ehandedness(rawValue: 2)
/// Right hand from above.
public let eh_RightUpward = ehandedness(rawValue: 3)
/// Right hand from below.
public let eh_RightDownward = ehandedness(rawValue: 4)
/// Left hand from above.
public let eh_LeftUpward = ehandedness(rawValue: 5)
/// Left hand from below.
public let eh_LeftDownward = ehandedness(rawValue: 6)

/// Tells the pen's touches from all others, under the old SDK's name.
///
/// Deprecated on arrival: new code gives its frames to `StylusCentral` and takes strokes.
@MainActor
public final class TouchManager {
  static let shared = TouchManager()

  private var core: StylusCore?
  private var tracked: [TrackedTouch] = []
  private var next: UInt64 = 1
  private weak var registered: UIView?

  private init() {}

  /// The one manager; never `nil`. Implicitly unwrapped, as Swift imports the old header.
  @available(
    *, deprecated, message: "The old SDK is discontinued; new code uses FudeStylus.StylusCentral."
  )
  public static func GetTouchManager() -> TouchManager! { shared }

  /// As ``GetTouchManager()``, as Swift 3 and later spell it.
  @available(
    *, deprecated, message: "The old SDK is discontinued; new code uses FudeStylus.StylusCentral."
  )
  public static func getTouchManager() -> TouchManager! { shared }

  /// Whether only the pen's touches are given; on at first.
  public var touchRejectionEnabled = true

  /// How much later than its touch a pen's event is expected, in microseconds; 55,000 at first.
  ///
  /// Only a beginning: the true delay of a link is learned within a few strokes.
  public var timingOffset: UInt32 = 55_000 {
    didSet { core?.settings.association.timingOffset = Int64(timingOffset) }
  }

  /// The pen's touch; `nil` while none is known to be. Implicitly unwrapped as
  /// ``GetTouchManager()`` is.
  public var theStylusTouch: TrackedTouch! { tracked.first { $0.isPen } }

  /// Whether the pen's places are corrected for its lean; on at first. The raw places are told too.
  public var filteringEnabled = true

  /// How many touches are known.
  public func count() -> UInt { UInt(tracked.count) }

  /// Forgets every touch, for when the page under it is gone; their strokes are cancelled.
  public func clearTouches() {
    for entry in tracked { send(entry, .cancelled) }
    tracked = []
  }

  /// How the hand holds the pen, as it was set.
  public func getHandedness() -> ehandedness {
    ehandedness(rawValue: UInt32(TouchManager.postures.firstIndex(of: posture) ?? 0))
  }

  /// Takes the touches of a view without being called from its `touchesBegan` and so on; one view at
  /// a time.
  public func registerView(_ view: UIView) {
    unregisterView()
    registered = view
    view.touchWatcher = { [weak self, weak view] phase, touches in
      guard let self, let view else { return }
      switch phase {
      case .began: self.addTouches(touches, view: view, event: nil)
      case .moved: self.moveTouches(touches, view: view, event: nil)
      case .ended, .cancelled: self.removeTouches(touches, view: view, event: nil)
      case .stationary: break
      }
    }
  }

  /// As ``registerView(_:)``, as Swift 3 and later spell it.
  public func register(_ view: UIView) { registerView(view) }

  /// Takes the registered view's touches no longer.
  public func unregisterView() {
    registered?.touchWatcher = nil
    registered = nil
  }

  /// How the hand holds the pen.
  public func setHandedness(_ handedness: ehandedness) {
    let index = Int(handedness.rawValue)
    posture = index < TouchManager.postures.count ? TouchManager.postures[index] : .unknown
    core?.settings.association.posture = posture
  }

  private var posture = WritingPosture.unknown
  private static let postures: [WritingPosture] = [
    .unknown, .right, .left, .rightUpward, .rightDownward, .leftUpward, .leftDownward,
  ]

  func begin(_ core: StylusCore) {
    self.core = core
    tracked = []
    core.settings.association.timingOffset = Int64(timingOffset)
    core.settings.association.posture = posture
    core.observe = { [weak self] event in
      MainActor.assumeIsolated { self?.take(event) }
    }
  }

  /// Touches landed.
  public func addTouches(_ touches: Set<UITouch>, view: UIView, event: UIEvent?) {
    for touch in touches where !tracked.contains(where: { $0.associatedTouch == touch }) {
      let entry = TrackedTouch(touch, id: ContactID(next), in: view)
      next += 1
      tracked.append(entry)
      send(entry, .began)
    }
  }

  /// Touches moved.
  public func moveTouches(_ touches: Set<UITouch>, view: UIView, event: UIEvent?) {
    for entry in tracked where touches.contains(entry.associatedTouch) {
      entry.move()
      send(entry, .moved)
    }
  }

  /// Touches lifted or were taken away.
  public func removeTouches(_ touches: Set<UITouch>, view: UIView, event: UIEvent?) {
    for entry in tracked where touches.contains(entry.associatedTouch) {
      entry.move()
      send(entry, entry.associatedTouch.phase == .cancelled ? .cancelled : .ended)
    }
    tracked.removeAll { touches.contains($0.associatedTouch) }
  }

  /// Touches landed, as the guide's first version calls it.
  public func addTouches(_ touches: Set<UITouch>, knownTouches: Set<UITouch>, view: UIView) {
    addTouches(touches, view: view, event: nil)
  }

  /// Touches moved, as the guide's first version calls it.
  public func moveTouches(_ touches: Set<UITouch>, knownTouches: Set<UITouch>, view: UIView) {
    moveTouches(touches, view: view, event: nil)
  }

  /// Touches lifted or were taken away, as the guide's first version calls it.
  public func removeTouches(_ touches: Set<UITouch>, knownTouches: Set<UITouch>, view: UIView) {
    removeTouches(touches, view: view, event: nil)
  }

  /// The touches to draw with: the pen's only with rejection on, all with it off.
  public func getTouches() -> [UITouch] { getTrackedTouches().map(\.associatedTouch) }

  /// As ``getTouches()``, with places corrected and raw.
  public func getTrackedTouches() -> [TrackedTouch] {
    touchRejectionEnabled ? tracked.filter(\.isPen) : tracked
  }

  private func send(_ entry: TrackedTouch, _ phase: ContactPhase) {
    guard let core else { return }
    let time = Timestamp.zero + .seconds(entry.associatedTouch.timestamp)
    let radius = Double(entry.associatedTouch.majorRadius) / TouchPlayer.pointsPerMillimetre
    core.touch(
      TouchFrame(
        time: time, device: DeviceID(0), surface: SurfaceID(0),
        contacts: [
          Contact(
            id: entry.id, phase: phase, position: entry.windowPlace,
            size: radius > 0
              ? ContactSize(major: Float(radius * 2), minor: Float(radius * 2)) : nil)
        ]))
    core.process(until: time)
  }

  private func take(_ event: AssociationEvent) {
    switch event {
    case .decision(let decision):
      guard let entry = tracked.first(where: { $0.id == decision.contact }) else { return }
      entry.isPen = decision.verdict == .pen || decision.verdict == .finger
      entry.wasRejected = decision.verdict == .palm
    case .sample(let sample):
      guard filteringEnabled else { return }
      tracked.first { $0.id == sample.contact }?.correct(to: sample)
    case .pressure: break
    }
  }
}

/// A touch and what is known of it, under the old SDK's name.
@MainActor
public final class TrackedTouch {
  /// The system's touch.
  public let associatedTouch: UITouch
  /// The place in the view's points, corrected for the pen's lean.
  public private(set) var currentLocation: CGPoint
  /// The corrected place before the last event.
  public private(set) var previousLocation: CGPoint
  /// The place as the system told it.
  public private(set) var rawCurrentLocation: CGPoint
  /// The system's place before the last event.
  public private(set) var rawPreviousLocation: CGPoint
  let id: ContactID
  var isPen = false
  var wasRejected = false
  private weak var view: UIView?

  init(_ touch: UITouch, id: ContactID, in view: UIView) {
    associatedTouch = touch
    self.id = id
    self.view = view
    rawCurrentLocation = touch.location(in: view)
    rawPreviousLocation = rawCurrentLocation
    currentLocation = rawCurrentLocation
    previousLocation = rawCurrentLocation
  }

  /// The place as the system told it, as the header's last version calls it.
  public var currentTouchLocation: CGPoint { rawCurrentLocation }

  /// The system's place before the last event, as the header's last version calls it.
  public var previousTouchLocation: CGPoint { rawPreviousLocation }

  /// All points since the last event; the touch itself, since every frame is an event here.
  public func getCoalescedTrackedTouches() -> [TrackedTouch] { [self] }

  /// Whether it is the pen's, or a finger's that draws because no pen is connected.
  public func isStylus() -> Bool { isPen }

  /// Whether it is known to be no pen.
  public func isRejected() -> Bool { wasRejected }

  var windowPlace: Point {
    let place = associatedTouch.location(in: nil)
    let scale = TouchPlayer.pointsPerMillimetre
    return Point(x: Double(place.x) / scale, y: Double(place.y) / scale)
  }

  func move() {
    rawPreviousLocation = rawCurrentLocation
    rawCurrentLocation = associatedTouch.location(in: view)
    previousLocation = currentLocation
    currentLocation = rawCurrentLocation
  }

  func correct(to sample: AssociatedSample) {
    guard !sample.isStationary else { return }
    let scale = TouchPlayer.pointsPerMillimetre
    let dx = (sample.position.x - sample.rawPosition.x) * scale
    let dy = (sample.position.y - sample.rawPosition.y) * scale
    currentLocation = CGPoint(
      x: Double(rawCurrentLocation.x) + dx, y: Double(rawCurrentLocation.y) + dy)
  }
}
