public import FudeModel

/// Decides, contact by contact, which touches are fingers and which are the writing hand.
///
/// For digitiser pens: the pen has proximity and is a device of its own, and every pen sample inks;
/// only touches are judged. A touch that nothing speaks against is accepted as it lands. One
/// instance arbitrates any number of surfaces; a pen gates only the touches on its own surface.
///
/// Events are taken in any order: a time before the last one counts as the last one. Memory is
/// bounded by ``ArbitrationConstants/mostContacts``; in steady state nothing is allocated. A frame
/// of n contacts costs O(n · contacts down).
public struct PalmRejector: Stage {
  /// The choices it works by.
  public let options: ArbitrationOptions
  let constants: ArbitrationConstants
  var now = Timestamp(microseconds: .min)
  var surfaces: [SurfaceState] = []
  var contacts: [ContactState] = []
  private var sizes: [(device: DeviceID, fingers: FingerSizes)] = []

  /// A rejector that has seen nothing yet.
  public init(options: ArbitrationOptions = ArbitrationOptions()) {
    self.init(options: options, constants: ArbitrationConstants())
  }

  /// A rejector with other constants, for the laboratory.
  package init(options: ArbitrationOptions, constants: ArbitrationConstants) {
    self.options = options
    self.constants = constants
    contacts.reserveCapacity(ArbitrationConstants.mostContacts)
    surfaces.reserveCapacity(4)
    sizes.reserveCapacity(4)
  }

  /// Tells the size of a surface. A surface that is never registered is taken as metric.
  public mutating func register(surface: Surface) {
    surfaces[surfaceIndex(surface.id)].isMetric = surface.isMetric
  }

  /// Tells that a pen belongs to a surface, before it is first seen.
  ///
  /// Short touches there can then be taken back from the start (``ArbitrationOptions/commitDelay``).
  public mutating func expectPen(on surface: SurfaceID) {
    surfaces[surfaceIndex(surface)].hasPen = true
  }

  /// Tells which way a surface is turned; what was learned of the hand is kept.
  public mutating func turn(_ surface: SurfaceID, to turn: QuarterTurn) {
    surfaces[surfaceIndex(surface)].turn = turn
  }

  /// Takes one event and emits the decisions that follow from it, in order.
  public mutating func receive(_ event: InputEvent, emit: (Decision) -> Void) {
    receive(event, emit: emit) { _ in }
  }

  /// As ``receive(_:emit:)``, and shows the running evidence of every contact that was weighed.
  public mutating func receive(
    _ event: InputEvent, emit: (Decision) -> Void, observe: (EvidenceSample) -> Void
  ) {
    advance(to: event.time, emit: emit)
    now = max(now, event.time)
    switch event {
    case .pen(let sample): take(sample, emit: emit, observe: observe)
    case .touch(let frame): take(frame, emit: emit, observe: observe)
    case .pad, .penClick: break
    case .lost(let device, _, let cause): lose(device, cause, emit: emit)
    }
  }

  /// Decides what is due up to and including `time`.
  public mutating func advance(to time: Timestamp, emit: (Decision) -> Void) {
    while let due = deadline, due <= time {
      now = max(now, due)
      for index in contacts.indices
      where contacts[index].verdict == .undecided && contacts[index].decideBy <= due {
        weigh(index)
        decide(index, verdictAtLimit(contacts[index].evidence), .timeLimit, emit)
      }
      sweep(emit)
    }
  }

  /// When the next undecided contact must be decided.
  public var deadline: Timestamp? {
    var earliest: Timestamp?
    for contact in contacts {
      let due: Timestamp
      if contact.verdict == .undecided {
        due = contact.decideBy
      } else if contact.isLifted {
        due = contact.commitAt
      } else {
        continue
      }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  /// The surface's place in the list, made if it is new.
  mutating func surfaceIndex(_ id: SurfaceID) -> Int {
    if let index = surfaces.firstIndex(where: { $0.id == id }) { return index }
    surfaces.append(SurfaceState(id: id, constants: constants))
    return surfaces.count - 1
  }

  /// What is known of fingers' sizes on a device.
  func fingerSizes(_ device: DeviceID) -> FingerSizes? {
    for entry in sizes where entry.device == device { return entry.fingers }
    return nil
  }

  mutating func learnSize(_ contact: ContactState) {
    if let index = sizes.firstIndex(where: { $0.device == contact.device }) {
      sizes[index].fingers.learn(contact.largest)
    } else {
      var fingers = FingerSizes()
      fingers.learn(contact.largest)
      sizes.append((contact.device, fingers))
    }
  }
}
