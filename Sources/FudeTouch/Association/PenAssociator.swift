public import FudeModel

/// Finds out which contact of a touch screen is a radio pen, and which pressure belongs to which of
/// its points.
///
/// A radio pen touches like a finger; its tip switch and force come by another way, later and
/// jittery. The stage takes both and decides each contact: a connected pen's stroke, or not. With no
/// pen connected every touch draws.
///
/// - A contact is *provisional* from its landing: its points come at once, with an estimated
///   pressure, and are worth showing if ``AssociationDecision/showsInk`` says so. When a contact is
///   accepted for a pen, provisional ink of others that overlap it in time is best hidden until they
///   are decided too.
/// - The pressures of a stroke's points follow as ``PressureUpdate``s, by interpolation at the
///   point's own time. Points before the first real pressure take that one's value.
/// - A stroke once given to a contact is never given to one born later while the first lived.
/// - Ended and cancelled come exactly once for every contact that began.
///
/// O(contacts) a touch frame; a pen's edge costs one small assignment. No allocation in steady
/// state, up to 24 contacts at once; more are ignored until some lift.
public struct PenAssociator: Stage {
  /// What it is set to.
  ///
  /// A new posture lets the palm be learned anew; a new timing counts for pens connected later.
  public var settings: AssociationSettings {
    didSet {
      guard settings.posture != oldValue.posture else { return }
      hand.turn(posture: settings.posture, orientation: orientation)
    }
  }

  let constants: AssociationConstants
  var now = Timestamp(microseconds: .min / 4)
  var contacts: [TrackedContact] = []
  var channels: [PenChannel] = []
  var hand: WritingHand
  var orientation = SurfaceOrientation.upright
  /// The time between two frames of the touch screen in milliseconds; 0 while unknown.
  var frameTime = 0.0
  var pending: PendingPoints
  var solver = AssignmentSolver()
  /// Indices into ``contacts`` of the solver's columns.
  var columns: [Int] = []
  /// What the columns' contacts are worth besides timing, and then the same for each stroke, where
  /// it may have the contact at all.
  var odds: [Double] = []
  private var freeSlots: UInt32 = (1 << UInt32(AssignmentSolver.maximumContacts)) - 1
  var nextToken: UInt64 = 1

  /// How long a tip-down without a clear contact is looked at again and again; after that only
  /// events and deadlines count.
  static let lookTime = TimeSpan.milliseconds(100)
  /// How far a fast pen gets, in millimetres, while the touch screen misses it for some frames.
  static let farthestRest = 30.0

  /// A stage that has seen nothing and has no pen.
  public init(settings: AssociationSettings = AssociationSettings()) {
    self.init(settings: settings, constants: AssociationConstants())
  }

  /// A stage with other numbers than the standard ones, for measuring what they are worth.
  package init(settings: AssociationSettings, constants: AssociationConstants) {
    self.settings = settings
    self.constants = constants
    hand = WritingHand(posture: settings.posture, orientation: .upright)
    pending = PendingPoints(slots: AssignmentSolver.maximumContacts)
    contacts.reserveCapacity(AssignmentSolver.maximumContacts + 1)
    columns.reserveCapacity(AssignmentSolver.maximumContacts)
    odds.reserveCapacity(
      AssignmentSolver.maximumContacts * (PenChannel.maximumEpisodes + 3))
    channels.reserveCapacity(4)
  }

  /// What is believed of a pen's delay and of its scatter; `nil` if the pen is not connected.
  public func offset(of pen: DeviceID) -> (delay: TimeSpan, deviation: TimeSpan)? {
    guard let channel = channels.first(where: { $0.pen == pen }) else { return nil }
    return (
      .seconds(channel.offset.mean / 1000),
      .seconds(Maths.squareRoot(channel.offset.jitter + channel.offset.variance) / 1000)
    )
  }

  /// The skew of a pen's clock against this machine's in parts per million; 0 while unknown, `nil`
  /// if the pen is not connected.
  public func skew(of pen: DeviceID) -> Double? {
    channels.first(where: { $0.pen == pen }).map { $0.clock.skew * 1e6 }
  }

  /// Takes one event; see ``AssociationInput``.
  public mutating func receive(
    _ event: AssociationInput, emit: (AssociationEvent) -> Void
  ) {
    advance(to: event.time, emit: emit)
    switch event {
    case .touch(let frame): receive(frame, emit)
    case .pen(let report): receive(report, emit)
    case .connected(let pen, _): connect(pen)
    case .disconnected(let pen, _): disconnect(pen, emit)
    case .lost(let device, _, _): cancelAll(of: device, .deviceLost, emit)
    case .suspended: cancelAll(of: nil, .suspended, emit)
    case .turned(let orientation, _): turn(orientation)
    }
  }

  /// Lets time pass; what became due is decided as of the moment it was due.
  public mutating func advance(to time: Timestamp, emit: (AssociationEvent) -> Void) {
    while let due = deadline, due <= time {
      now = max(now, due)
      settleDue(emit)
    }
    now = max(now, time)
  }

  /// The next moment at which a contact is decided for lack of news.
  public var deadline: Timestamp? {
    var earliest: Timestamp?
    for contact in contacts {
      guard let deadline = contact.deadline else { continue }
      if let known = earliest { earliest = min(known, deadline) } else { earliest = deadline }
    }
    return earliest
  }

  // MARK: - Contacts

  private mutating func receive(_ frame: TouchFrame, _ emit: (AssociationEvent) -> Void) {
    for contact in frame.contacts {
      guard contact.position.x.isFinite, contact.position.y.isFinite else { continue }
      switch contact.phase {
      case .began: land(contact, frame, emit)
      case .moved: move(contact, frame, emit)
      case .ended: lift(contact, frame, emit)
      case .cancelled:
        if let index = index(of: contact.id, frame.device), contacts[index].isLive {
          cancel(at: index, .cancelled, emit)
        }
      }
    }
  }

  private func index(of id: ContactID, _ device: DeviceID) -> Int? {
    for index in contacts.indices
    where contacts[index].id == id && contacts[index].device == device {
      return index
    }
    return nil
  }

  private mutating func land(
    _ contact: Contact, _ frame: TouchFrame, _ emit: (AssociationEvent) -> Void
  ) {
    guard index(of: contact.id, frame.device) == nil else { return }
    guard freeSlots != 0 else { return }
    let slot = freeSlots.trailingZeroBitCount
    freeSlots &= ~(1 << UInt32(slot))
    var new = TrackedContact(
      id: contact.id, device: frame.device, birth: now, origin: contact.position,
      position: contact.position, lastTime: now, slot: slot)
    new.logSize = logSize(contact)
    new.isPalmByDevice = contact.isPalmByDevice
    pending.reset(slot)
    weighPlace(&new)
    contacts.append(new)
    let index = contacts.count - 1
    guard hasPen else {
      contacts[index].standing = .finger(held: nil)
      contacts[index].showsInk = true
      say(.began, index, .landed, emit)
      say(.accepted, index, .noPen, emit)
      addPoint(index, emit)
      return
    }
    if let reason = immediateRejection(contact) {
      say(.began, index, .landed, emit)
      reject(index, reason, emit)
      return
    }
    contacts[index].showsInk = oddsOfTip(contacts[index]) > -1.2 && !isAnyPenDown
    contacts[index].patienceEnds = now + patience
    contacts[index].deadline = contacts[index].patienceEnds
    say(.began, index, .landed, emit)
    addPoint(index, emit)
    if !contacts.isEmpty { solveAll(emit) }
  }

  private mutating func move(
    _ contact: Contact, _ frame: TouchFrame, _ emit: (AssociationEvent) -> Void
  ) {
    guard let index = index(of: contact.id, frame.device), contacts[index].isLive else { return }
    let step = (now - contacts[index].lastTime).milliseconds
    if step > 2, step < 30 { frameTime += (step - frameTime) * (frameTime == 0 ? 1 : 0.05) }
    contacts[index].path += contacts[index].position.distance(to: contact.position)
    contacts[index].position = contact.position
    contacts[index].extent = max(
      contacts[index].extent, contacts[index].origin.distance(to: contact.position))
    if let size = logSize(contact) {
      contacts[index].logSize = max(contacts[index].logSize ?? size, size)
    }
    contacts[index].isPalmByDevice = contacts[index].isPalmByDevice || contact.isPalmByDevice
    if contacts[index].standing != .palm { addPoint(index, emit) }
  }

  private mutating func lift(
    _ contact: Contact, _ frame: TouchFrame, _ emit: (AssociationEvent) -> Void
  ) {
    guard let index = index(of: contact.id, frame.device), contacts[index].isLive else { return }
    if contacts[index].position != contact.position { move(contact, frame, emit) }
    contacts[index].lift = now
    switch contacts[index].standing {
    case .palm, .finger:
      finish(index, .ended, .lifted, emit)
    case .undecided:
      solveAll(emit)
    case .pen(let channel, _, _):
      contacts[index].deadline = now + commitWait(channel)
      splitBounce(index)
      solveAll(emit)
    }
  }

  /// How long a contact may wait for its tip-down: every delay in play, and a lost report.
  var patience: TimeSpan {
    var longest = 0.0
    for channel in channels {
      longest = max(longest, channel.offset.mean + channel.offset.reach)
    }
    return .seconds(max(80, min(320, longest + 60)) / 1000)
  }

  private func logSize(_ contact: Contact) -> Double? {
    guard let size = contact.size else { return nil }
    let major = Double(size.major)
    return major > 0 && major < 1e6 ? Maths.log(major) : nil
  }

  // MARK: - Saying

  func say(
    _ change: Decision.Change, _ index: Int, _ reason: AssociationReason,
    _ emit: (AssociationEvent) -> Void
  ) {
    let contact = contacts[index]
    var pen: DeviceID?
    let verdict: Verdict
    switch contact.standing {
    case .undecided: verdict = .undecided
    case .pen(let channel, _, _):
      verdict = .pen
      pen = channels[channel].pen
    case .finger: verdict = .finger
    case .palm: verdict = .palm
    }
    emit(
      .decision(
        AssociationDecision(
          time: now, contact: contact.id, device: contact.device, pen: pen, change: change,
          verdict: verdict, showsInk: contact.showsInk, reason: reason)))
  }

  func say(
    _ change: Decision.Change, _ index: Int, _ code: AssociationReason.Code,
    _ emit: (AssociationEvent) -> Void
  ) {
    say(change, index, AssociationReason(code), emit)
  }

  /// The last word on a contact; forgets it.
  mutating func finish(
    _ index: Int, _ change: Decision.Change, _ code: AssociationReason.Code,
    _ emit: (AssociationEvent) -> Void
  ) {
    say(change, index, code, emit)
    freeSlots |= 1 << UInt32(contacts[index].slot)
    contacts.remove(at: index)
  }
}
