import FudeModel

/// A pen heard or wanted in this session.
struct KnownPen: Sendable {
  var id: DeviceID
  var identity = PenIdentity()
  var name: String?
  /// When it was last heard.
  var heard: Timestamp
  var signal = -128
  /// The signal that the app was last told.
  var toldSignal = -128
  var isPressed = false
  /// Whether the app has it on its list.
  var isListed = false
  /// Whether it is to be connected and kept so.
  var isWanted = false
  /// Who it must turn out to be.
  var expected: PenIdentity?
  var link = Link.none
  /// Attempts since the last good link.
  var attempts = 0
  /// When the present link came about.
  var linkedAt: Timestamp?
  /// Links in a row that dropped at once.
  var shortLinks = 0
  var charge: BatteryCharge?

  enum Link: Sendable, Equatable {
    case none
    case opening(since: Timestamp)
    case connected(since: Timestamp)
    case waiting(until: Timestamp)
  }

  /// Whether nothing is going on with it.
  var isFree: Bool { link == .none }

  init(id: DeviceID, heard: Timestamp) {
    self.id = id
    self.heard = heard
  }
}
