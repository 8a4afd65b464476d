import FudeModel

/// All that is remembered of one contact that is down (or lifted and not yet decided).
struct ContactState: Sendable {
  let id: ContactID
  let device: DeviceID
  /// Index of its surface in the rejector.
  let surface: Int
  let bornAt: Timestamp
  let bornPosition: Point
  let isHeir: Bool
  var position: Point
  var largest: Float?
  var path: Float = 0
  var companions: UInt8 = 0
  var isFlagged = false
  /// The decision that stands.
  var verdict = Verdict.undecided
  var wasAccepted = false
  /// When an undecided contact is decided at the latest.
  var decideBy: Timestamp
  /// It lifted while undecided; its end is told after its decision.
  var isLifted = false
  /// Where the pen was at this contact's last frame.
  var penPosition: Point?
  /// Sums over the contact's steps: with the pen, its own, the pen's.
  var together: Double = 0
  var ownSquare: Double = 0
  var penSquare: Double = 0
  /// The last time that it taught the hand model.
  var taughtAt: Timestamp
  var evidence = Evidence()

  init(
    _ contact: Contact, device: DeviceID, surface: Int, at now: Timestamp, isHeir: Bool,
    decideBy: Timestamp
  ) {
    id = contact.id
    self.device = device
    self.surface = surface
    bornAt = now
    taughtAt = now
    bornPosition = contact.position
    position = contact.position
    largest = contact.size?.extent
    isFlagged = contact.isPalmByDevice
    self.isHeir = isHeir
    self.decideBy = decideBy
  }

  /// Takes over what a frame says of it.
  mutating func follow(_ contact: Contact, pen: Point?) {
    let step = contact.position - position
    let length = Float((step.x * step.x + step.y * step.y).squareRoot())
    // Coordinates from outside may be anything: a step that is no number counts as none.
    if length == length, length < 1e6 {
      path = min(1e6, path + length)
      if let pen, let before = penPosition {
        let penStep = pen - before
        together += step.x * penStep.x + step.y * penStep.y
        ownSquare += step.x * step.x + step.y * step.y
        penSquare += penStep.x * penStep.x + penStep.y * penStep.y
      }
      position = contact.position
    }
    penPosition = pen
    if let extent = contact.size?.extent { largest = max(largest ?? 0, extent) }
    if contact.isPalmByDevice { isFlagged = true }
  }
}
