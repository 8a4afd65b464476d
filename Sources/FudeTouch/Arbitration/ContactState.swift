import FudeModel

/// All that is remembered of one contact that is down (or lifted and not yet decided).
struct ContactState: Sendable {
  let id: ContactID
  let device: DeviceID
  /// Index of its surface in the rejector.
  let surface: Int
  let bornAt: Timestamp
  let bornPosition: Point
  /// How near a rejected contact it landed, 1 on the spot, towards 0 far away.
  var heirdom: Float
  var position: Point
  var largest: Float?
  /// When its last report came.
  var movedAt: Timestamp
  /// Its way in mm, and the part of it without a pen in range.
  var path: Float = 0
  var pathAlone: Float = 0
  var companions: UInt8 = 0
  var isFlagged = false
  /// How much of a palm it was by its own evidence, `0...1`, once rejected.
  var kinship: Float = 0
  /// When it was rejected.
  var rejectedAt = Timestamp.zero
  /// The decision that stands.
  var verdict = Verdict.undecided
  var wasAccepted = false
  /// When an undecided contact is decided at the latest.
  var decideBy: Timestamp
  /// It lifted; its end is told when it is decided or when its mark can no longer be taken back.
  var isLifted = false
  var commitAt = Timestamp.zero
  var liftedAt = Timestamp.zero
  /// Where the pen was at this contact's last frame.
  var penPosition: Point?
  /// Sums over the contact's steps: with the pen, its own, the pen's.
  var together: Double = 0
  var ownSquare: Double = 0
  var penSquare: Double = 0
  /// How often and when last it taught the hand model.
  var lessons: UInt8 = 0
  var taughtAt: Timestamp
  var evidence = Evidence()

  init(
    _ contact: Contact, device: DeviceID, surface: Int, at now: Timestamp, heirdom: Float,
    decideBy: Timestamp
  ) {
    id = contact.id
    self.device = device
    self.surface = surface
    bornAt = now
    taughtAt = now
    let place = contact.position.isPlausible ? contact.position : .zero
    bornPosition = place
    position = place
    largest = contact.size?.extent
    isFlagged = contact.isPalmByDevice
    self.heirdom = heirdom
    movedAt = now
    self.decideBy = decideBy
  }

  /// Takes over what a frame says of it.
  mutating func follow(
    _ contact: Contact, pen: Point?, at now: Timestamp, _ constants: ArbitrationConstants
  ) {
    // A place that is none, or beyond any surface, counts as not told.
    let place = contact.position.isPlausible ? contact.position : position
    let step = place - position
    let length = (step.x * step.x + step.y * step.y).squareRoot()
    let elapsed = (now - movedAt).seconds
    movedAt = now
    let isJump = length > constants.jumpLength && length > constants.jumpSpeed * elapsed
    if !isJump {
      path = min(1e6, path + Float(length))
      if let pen {
        if let before = penPosition {
          let penStep = pen - before
          together += step.x * penStep.x + step.y * penStep.y
          ownSquare += step.x * step.x + step.y * step.y
          penSquare += penStep.x * penStep.x + penStep.y * penStep.y
        }
      } else {
        pathAlone = min(1e6, pathAlone + Float(length))
      }
    }
    position = place
    penPosition = pen
    if let extent = contact.size?.extent { largest = max(largest ?? 0, extent) }
    if contact.isPalmByDevice { isFlagged = true }
  }
}

extension Point {
  /// Whether it is a place at all: both numbers, and within 100 m.
  var isPlausible: Bool { abs(x) < 1e5 && abs(y) < 1e5 }
}
