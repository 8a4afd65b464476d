import FudeEvdev
import FudeModel
import FudeRecording
import FudeStylus
import FudeTouch

/// Says of each contact of a session with radio pens what it was taken for, and why.
struct RadioExplanation {
  /// A contact from landing to lift.
  private struct Life {
    var device: DeviceID
    var began: Timestamp
    var last: Timestamp
    var path = 0.0
    var place: Point?
    var pen: DeviceID?
    var verdict = Verdict.undecided
    var reason = AssociationReason.undecided
    var accepted: Timestamp?
    var rejected: Timestamp?
    var revoked: Timestamp?
    var ended: Timestamp?
    var isCancelled = false
  }

  private var lives: [ContactID: Life] = [:]
  private var order: [ContactID] = []
  private var links: [(time: Timestamp, text: String)] = []
  private var delays: [(pen: DeviceID, delay: TimeSpan)] = []
  private let names: [DeviceID: String]

  /// Whether a recording's pens are radio pens only.
  static func isOne(_ devices: [SessionDevice]) -> Bool {
    let pens = devices.filter { $0.role == .pen }
    return !pens.isEmpty && pens.allSatisfy { $0.device.level == .gatt }
  }

  /// Plays a session to its end, as an app would have had it.
  init(_ recording: StylusRecording) {
    names = Dictionary(
      recording.pens.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    guard let first = recording.steps.first, let last = recording.steps.last else { return }
    let clock = ManualStylusClock(at: first.time)
    let transport = ReplayedTransport(recording, clock: clock)
    let core = StylusCore(transport: transport, clock: clock)
    var said: [AssociationEvent] = []
    core.observe = { said.append($0) }
    core.observeEvent = { _ in }
    for pen in recording.pens { core.connect(pen.id) }
    core.process(until: clock.now)
    for step in recording.steps {
      core.process(until: max(clock.now, step.time))
      clock.advance(to: step.time)
      switch step {
      case .touch(let frame):
        follow(frame)
        core.touch(frame)
      case .radio(let event):
        if case .unlinked(let pen, _) = event.kind {
          links.append((event.time, "the link of pen \(pen.rawValue) breaks"))
        }
        transport.deliver(event)
      case .lost(let device, let time, let cause): core.touchLost(device, at: time, cause)
      }
      core.process(until: clock.now)
      said.forEach { take($0) }
      said.removeAll(keepingCapacity: true)
    }
    core.process(until: last.time + .seconds(5))
    delays = core.snapshot.pens.compactMap { pen in pen.delay.map { (pen.id, $0) } }
    core.stop()
    said.forEach { take($0) }
  }

  /// The places as the touch screen tells them: palms have no samples.
  private mutating func follow(_ frame: TouchFrame) {
    for contact in frame.contacts {
      if contact.phase == .began, lives[contact.id] == nil {
        order.append(contact.id)
        lives[contact.id] = Life(device: frame.device, began: frame.time, last: frame.time)
      }
      guard var life = lives[contact.id] else { continue }
      if let place = life.place { life.path += place.distance(to: contact.position) }
      life.place = contact.position
      life.last = frame.time
      lives[contact.id] = life
    }
  }

  private mutating func take(_ event: AssociationEvent) {
    guard case .decision(let decision) = event, var life = lives[decision.contact] else { return }
    switch decision.change {
    case .began: life.reason = decision.reason
    case .accepted:
      life.accepted = decision.time
      life.reason = decision.reason
    case .rejected:
      life.rejected = decision.time
      life.reason = decision.reason
    case .revoked:
      life.revoked = decision.time
      life.reason = decision.reason
    case .ended: life.ended = life.last
    case .cancelled:
      life.ended = decision.time
      life.isCancelled = true
      life.reason = decision.reason
    }
    life.verdict = decision.verdict
    life.pen = decision.pen ?? life.pen
    lives[decision.contact] = life
  }

  /// Prints it.
  func tell(isJSON: Bool, only: String?) {
    var counts: [Verdict: Int] = [:]
    for id in order {
      guard let life = lives[id] else { continue }
      counts[life.verdict, default: 0] += 1
      guard only == nil || only == life.verdict.word else { continue }
      print(isJSON ? json(id, life) : text(id, life))
    }
    guard !isJSON else { return }
    for link in links { print("\(seconds(link.time)) s: \(link.text).") }
    let words: [(Verdict, String)] = [
      (.pen, "of a radio pen"), (.finger, "of fingers without a pen"),
      (.palm, "not the pen's: the palm, and fingers beside a pen"),
      (.undecided, "undecided"),
    ]
    let parts = words.compactMap { verdict, word in counts[verdict].map { "\($0) \(word)" } }
    print("\(order.count) contacts: \(parts.isEmpty ? "none" : parts.joined(separator: ", ")).")
    for (pen, delay) in delays {
      let late = decimalText(delay.milliseconds, places: 0)
      print(
        "What pen \(pen.rawValue) (\(names[pen] ?? "?")) says comes \(late) ms after its touch.")
    }
  }

  private func seconds(_ time: Timestamp) -> String { decimalText(time.seconds, places: 3) }

  private func text(_ id: ContactID, _ life: Life) -> String {
    let who =
      switch life.verdict {
      case .pen: "pen \(life.pen?.rawValue ?? 0)"
      // What it was is not asked: beside a pen only the pen draws.
      case .palm: "not the pen"
      case .finger, .undecided: life.verdict.word
      }
    var parts = ["\(who). \(life.reason.description)"]
    if let accepted = life.accepted, let revoked = life.revoked {
      let shown = decimalText((revoked - accepted).milliseconds, places: 0)
      parts.append("It was shown as a pen's for \(shown) ms.")
    }
    let span = decimalText((life.last - life.began).milliseconds, places: 0)
    let path = decimalText(life.path, places: 1)
    if !life.isCancelled { parts.append("Lifted after \(span) ms and \(path) mm.") }
    return
      "contact \(life.device.rawValue).\(id.rawValue & 0xffff_ffff) at \(seconds(life.began)) s: "
      + parts.joined(separator: " ")
  }

  private func json(_ id: ContactID, _ life: Life) -> String {
    JSONText.object([
      ("contact", .integer(Int64(id.rawValue & 0xffff_ffff))),
      ("device", .integer(Int64(life.device.rawValue))),
      ("pen", life.pen.map { .integer(Int64($0.rawValue)) } ?? .null),
      ("began_us", .integer(life.began.microseconds)), ("ended_us", .optional(life.ended)),
      ("verdict", .text(life.verdict.word)), ("accepted_us", .optional(life.accepted)),
      ("rejected_us", .optional(life.rejected)), ("revoked_us", .optional(life.revoked)),
      ("cancelled", .bool(life.isCancelled)), ("path_mm", .number(life.path, places: 2)),
      ("reason", .text(life.reason.description)),
    ])
  }
}
