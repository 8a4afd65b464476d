package import FudeModel
import FudeTouch

/// A way to keep palms out, to be measured.
package enum Policy: Hashable, Sendable {
  /// Ours.
  case fude
  /// Every touch is kept.
  case none
  /// As libinput arbitrates a tablet and a touchscreen.
  case libinput
  /// Touch is off while a pen is in range and for some time after.
  case lock(hold: TimeSpan)
  /// As ChromeOS's time-based filter.
  case chromeos

  /// What is said of it in tables.
  package var name: String {
    switch self {
    case .fude: "fude"
    case .none: "none"
    case .libinput: "libinput"
    case .lock(let hold): "lock:" + decimalText(hold.seconds, places: 1)
    case .chromeos: "chromeos"
    }
  }

  /// Ours, then the baselines that it is held against.
  package static var all: [Policy] {
    [
      .fude, .none, .libinput, .lock(hold: .zero), .lock(hold: .seconds(0.5)),
      .lock(hold: .seconds(1)),
      .chromeos,
    ]
  }

  /// The policy of that name: `fude`, `none`, `libinput`, `lock:SECONDS`, `chromeos`; else `nil`.
  package init?(name: String) {
    switch name {
    case "fude": self = .fude
    case "none": self = .none
    case "libinput": self = .libinput
    case "chromeos": self = .chromeos
    case "lock": self = .lock(hold: .zero)
    default:
      guard name.hasPrefix("lock:"), let seconds = Double(name.dropFirst(5)), seconds >= 0,
        seconds < 3600
      else { return nil }
      self = .lock(hold: .seconds(seconds))
    }
  }
}

/// What a policy made of one contact.
package struct Outcome: Sendable {
  /// When it was decided first, either way; `nil` if never.
  package var decidedAt: Timestamp?
  /// From when its mark was on the screen; `nil` if never.
  package var shownAt: Timestamp?
  /// When its mark was taken back; `nil` if never.
  package var revokedAt: Timestamp?

  /// Nothing shown, nothing decided.
  package init() {}

  /// Whether its mark stays.
  package var isKept: Bool { shownAt != nil && revokedAt == nil }
}
