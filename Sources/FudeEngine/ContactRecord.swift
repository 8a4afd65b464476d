public import FudeModel
public import FudeTouch

/// One contact's whole story: what it was taken for, when, and why.
public struct ContactRecord: Hashable, Sendable {
  /// Which contact.
  public let contact: ContactID
  /// Which device reported it.
  public let device: DeviceID
  /// When it landed.
  public let began: Timestamp
  /// When it lifted or was taken away; `nil` while it is down.
  public internal(set) var ended: Timestamp?
  /// Whether the system took it away instead of a lift.
  public internal(set) var isCancelled = false
  /// What it counts as.
  public internal(set) var verdict: Verdict = .undecided
  /// When it was first accepted; `nil` if never.
  public internal(set) var accepted: Timestamp?
  /// When it was rejected without having been accepted; `nil` if never.
  public internal(set) var rejected: Timestamp?
  /// When it was taken back after having been accepted; `nil` if never.
  public internal(set) var revoked: Timestamp?
  /// Why it counts as what it counts as.
  public internal(set) var reason: Reason
  /// The length of its way in millimetres.
  public internal(set) var path: Double = 0
  /// When the device said that it left; a decision on it may come later.
  var lifted: Timestamp?
  /// Where it was last seen.
  var place: Point?

  /// The story as one sentence, without the contact's number and without a full stop.
  public var sentence: String {
    var text = reason.sentence
    if let accepted, let revoked {
      let until = min(revoked, ended ?? revoked)
      text += "; was taken for a finger for \(milliseconds(until - accepted)) ms"
    }
    if let ended {
      text += isCancelled ? "; taken away" : "; lifted"
      text += " after \(milliseconds(ended - began)) ms and \(decimalText(path, places: 1)) mm"
    }
    return text
  }

  private func milliseconds(_ span: TimeSpan) -> String {
    decimalText(span.milliseconds, places: 0)
  }
}

/// Gathers decisions into one record a contact.
///
/// Memory is bounded by the contacts that are down.
public struct ContactLedger: Sendable {
  /// The contacts that are down, in order of landing.
  public private(set) var live: [ContactRecord] = []

  /// An empty ledger.
  public init() {}

  /// Notes where contacts are, for the length of their ways; after the decisions on the same frame.
  public mutating func note(_ frame: TouchFrame) {
    for contact in frame.contacts {
      guard let index = live.firstIndex(where: { $0.contact == contact.id }) else { continue }
      if let before = live[index].place {
        live[index].path += before.distance(to: contact.position)
      }
      live[index].place = contact.position
      if contact.phase == .ended || contact.phase == .cancelled { live[index].lifted = frame.time }
    }
  }

  /// Takes a decision; gives the contact's record once it is complete.
  public mutating func take(_ decision: Decision) -> ContactRecord? {
    guard let index = live.firstIndex(where: { $0.contact == decision.contact }) else {
      guard decision.change == .began else { return nil }
      live.append(
        ContactRecord(
          contact: decision.contact, device: decision.device, began: decision.time,
          reason: decision.reason))
      return nil
    }
    live[index].verdict = decision.verdict
    switch decision.change {
    case .began: break
    case .accepted:
      live[index].accepted = decision.time
      live[index].reason = decision.reason
    case .rejected:
      live[index].rejected = decision.time
      live[index].reason = decision.reason
    case .revoked:
      live[index].revoked = decision.time
      live[index].reason = decision.reason
    case .ended, .cancelled:
      live[index].ended = live[index].lifted ?? decision.time
      live[index].isCancelled = decision.change == .cancelled
      if live[index].verdict == .undecided { live[index].reason = decision.reason }
      return live.remove(at: index)
    }
    return nil
  }
}
