import FudeModel
import FudePadSources
public import Foundation

/// A direction and strength in units of gravity.
public struct GCAcceleration: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Up, out of the controller's face.
  public var y: Double
  /// Towards the person.
  public var z: Double
  /// An acceleration.
  public init(x: Double = 0, y: Double = 0, z: Double = 0) {
    (self.x, self.y, self.z) = (x, y, z)
  }
}

/// A rotation in radians a second.
public struct GCRotationRate: Hashable, Sendable {
  /// About the axis to the right.
  public var x: Double
  /// About the axis up.
  public var y: Double
  /// About the axis towards the person.
  public var z: Double
  /// A rotation.
  public init(x: Double = 0, y: Double = 0, z: Double = 0) {
    (self.x, self.y, self.z) = (x, y, z)
  }
}

/// An attitude; controllers on Linux do not measure one.
public struct GCQuaternion: Hashable, Sendable {
  /// The vector's x.
  public var x: Double
  /// The vector's y.
  public var y: Double
  /// The vector's z.
  public var z: Double
  /// The scalar.
  public var w: Double
  /// An attitude.
  public init(x: Double = 0, y: Double = 0, z: Double = 0, w: Double = 1) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }
}

/// What is called when the motion changed.
public typealias GCMotionValueChangedHandler = (GCMotion) -> Void

/// A controller's motion sensors.
///
/// As with Apple's DualShock 4: gravity and the person's own acceleration are not told apart
/// (``hasGravityAndUserAcceleration`` is false), there is no attitude, and the sensors are off until
/// ``sensorsActive`` is set. The sign of ``acceleration`` is that of Core Motion: lying still it
/// points down. The axes are ours: x right, y up out of the face, z towards the person.
public class GCMotion: NSObject, @unchecked Sendable {
  /// The controller that the sensors are in.
  public internal(set) weak var controller: GCController?
  /// Called when the sensors reported.
  public var valueChangedHandler: GCMotionValueChangedHandler? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onValue
    }
    set { lock.withLock { onValue = newValue } }
  }
  /// True: the sensors are off until wanted, for the battery's sake.
  public let sensorsRequireManualActivation = true
  /// Whether the sensors measure; setting it switches them.
  public var sensorsActive: Bool {
    get { lock.withLock { isActive } }
    set {
      lock.withLock { isActive = newValue }
      controller?.perform(.sensors(newValue))
    }
  }
  /// False: the two are not told apart.
  public let hasGravityAndUserAcceleration = false
  /// False: no attitude is measured.
  public let hasAttitude = false
  /// True: rotation is measured.
  public let hasRotationRate = true
  /// Gravity and the person's own acceleration together, in units of gravity.
  public var acceleration: GCAcceleration { lock.withLock { total } }
  /// False: no attitude is measured.
  public var hasAttitudeAndRotationRate: Bool { hasAttitude && hasRotationRate }
  /// Zero, unless set on a snapshot; see ``hasGravityAndUserAcceleration``.
  public var gravity: GCAcceleration { lock.withLock { ownGravity } }
  /// Zero, unless set on a snapshot; see ``hasGravityAndUserAcceleration``.
  public var userAcceleration: GCAcceleration { lock.withLock { ownUser } }
  /// The identity, unless set on a snapshot; see ``hasAttitude``.
  public var attitude: GCQuaternion { lock.withLock { ownAttitude } }
  /// Rotation in radians a second.
  public var rotationRate: GCRotationRate { lock.withLock { rate } }

  private let lock = NSLock()
  private let isSnapshot: Bool
  private var isActive = false
  private var total = GCAcceleration()
  private var rate = GCRotationRate()
  private var ownGravity = GCAcceleration()
  private var ownUser = GCAcceleration()
  private var ownAttitude = GCQuaternion()
  private var onValue: GCMotionValueChangedHandler?

  init(_ controller: GCController?, isSnapshot: Bool) {
    self.controller = controller
    self.isSnapshot = isSnapshot
  }

  /// Sets a snapshot's acceleration; without effect on a controller that is really there.
  public func setAcceleration(_ acceleration: GCAcceleration) {
    guard isSnapshot else { return }
    lock.withLock { total = acceleration }
  }

  /// Sets a snapshot's gravity; without effect on a controller that is really there.
  public func setGravity(_ gravity: GCAcceleration) {
    guard isSnapshot else { return }
    lock.withLock { ownGravity = gravity }
  }

  /// Sets a snapshot's own acceleration; without effect on a controller that is really there.
  public func setUserAcceleration(_ userAcceleration: GCAcceleration) {
    guard isSnapshot else { return }
    lock.withLock { ownUser = userAcceleration }
  }

  /// Sets a snapshot's attitude; without effect on a controller that is really there.
  public func setAttitude(_ attitude: GCQuaternion) {
    guard isSnapshot else { return }
    lock.withLock { ownAttitude = attitude }
  }

  /// Sets a snapshot's rotation; without effect on a controller that is really there.
  public func setRotationRate(_ rotationRate: GCRotationRate) {
    guard isSnapshot else { return }
    lock.withLock { rate = rotationRate }
  }

  /// Takes over another's state; without effect if this belongs to no snapshot.
  public func setStateFromMotion(_ motion: GCMotion) {
    setAcceleration(motion.acceleration)
    setRotationRate(motion.rotationRate)
    setGravity(motion.gravity)
    setUserAcceleration(motion.userAcceleration)
    setAttitude(motion.attitude)
  }

  func take(_ motion: PadMotion) {
    let acceleration = GCAcceleration(
      x: -Double(motion.acceleration.x), y: -Double(motion.acceleration.y),
      z: -Double(motion.acceleration.z))
    let rotation = GCRotationRate(
      x: Double(motion.rotationRate.x), y: Double(motion.rotationRate.y),
      z: Double(motion.rotationRate.z))
    let hasChanged = lock.withLock {
      defer { (total, rate) = (acceleration, rotation) }
      return total != acceleration || rate != rotation
    }
    if hasChanged { valueChangedHandler?(self) }
  }
}
