public import FudeModel
public import FudePen
import Synchronization

/// A radio made of numbers: pens that advertise when they are looked for, connect when they are
/// told to and send what a script says.
public final class SimulatedTransport: ScriptedTransport {
  private let state: Mutex<State>
  private let clock: any StylusClock

  fileprivate struct State {
    var tell: (@Sendable (TransportEvent) -> Void)?
    var radio = RadioState.on
    var pens: [DeviceID: SimulatedPen] = [:]
    var linked: Set<DeviceID> = []
    var isScanning = false
  }

  /// A radio that is on, with some pens near it.
  public init(pens: [SimulatedPen], clock: any StylusClock) {
    self.clock = clock
    var state = State()
    for pen in pens { state.pens[pen.id] = pen }
    self.state = Mutex(state)
  }

  /// Begins to tell; the radio's state comes first.
  public func start(_ tell: @escaping @Sendable (TransportEvent) -> Void) {
    state.withLock { $0.tell = tell }
    emit([.radio(state.withLock { $0.radio })])
  }

  /// Tells nothing any more.
  public func stop() {
    state.withLock {
      $0.tell = nil
      $0.linked = []
      $0.isScanning = false
    }
  }

  /// Answers at once, as a radio with no delay would.
  public func perform(_ action: ConnectionAction) {
    emit(
      state.withLock { state in
        switch action {
        case .startScan:
          state.isScanning = true
          return state.heard
        case .stopScan:
          state.isScanning = false
          return []
        case .open(let id): return state.open(id)
        case .close(let id):
          state.linked.remove(id)
          return []
        }
      })
  }

  /// Switches the radio; its links break without a word, as real ones do.
  public func setRadio(_ radio: RadioState) {
    state.withLock {
      $0.radio = radio
      if radio != .on { $0.linked = [] }
    }
    emit([.radio(radio)])
  }

  /// Lets every pen in reach be heard once more.
  public func advertise() {
    emit(state.withLock { $0.isScanning ? $0.heard : [] })
  }

  /// Changes a pen, or brings another one near.
  public func place(_ pen: SimulatedPen) {
    state.withLock { $0.pens[pen.id] = pen }
  }

  /// Sends one value from a pen; nothing comes of it without a link.
  ///
  /// `time`: when it arrives; `nil` for now.
  public func send(
    _ bytes: [UInt8], of characteristic: PenCharacteristic = .fudeReport, from pen: DeviceID,
    at time: Timestamp? = nil
  ) {
    guard state.withLock({ $0.linked.contains(pen) }) else { return }
    emit([.value(pen, characteristic, bytes)], at: time)
  }

  /// Tells a pen's address, as some platforms do long after connecting.
  public func tellAddress(_ address: String, of pen: DeviceID) {
    emit([.address(pen, address)])
  }

  /// Breaks a link.
  public func drop(_ pen: DeviceID, _ failure: LinkFailure = .timeout, at time: Timestamp? = nil) {
    guard state.withLock({ $0.linked.remove(pen) }) != nil else { return }
    emit([.unlinked(pen, failure)], at: time)
  }

  /// Tells something as if the radio had told it; a value only while the pen is linked.
  public func deliver(_ event: TransportEvent) {
    if case .value(let pen, let characteristic, let bytes) = event.kind {
      send(bytes, of: characteristic, from: pen, at: event.time)
    } else if case .unlinked(let pen, let failure) = event.kind {
      drop(pen, failure, at: event.time)
    } else {
      emit([event.kind], at: event.time)
    }
  }

  private func emit(_ kinds: [TransportEvent.Kind], at time: Timestamp? = nil) {
    guard let tell = state.withLock({ $0.tell }) else { return }
    let now = time ?? clock.now
    for kind in kinds { tell(TransportEvent(time: now, kind: kind)) }
  }
}

extension SimulatedTransport.State {
  /// What is heard of every pen that is not linked.
  fileprivate var heard: [TransportEvent.Kind] {
    guard radio == .on else { return [] }
    return pens.values.filter { !linked.contains($0.id) }.sorted { $0.id < $1.id }.map {
      .advertisement(
        PenAdvertisement(
          pen: $0.id, name: $0.name, signal: $0.signal,
          identity: PenIdentity(platformID: $0.platformID), isPressed: $0.isPressed))
    }
  }

  fileprivate mutating func open(_ id: DeviceID) -> [TransportEvent.Kind] {
    guard radio == .on, let pen = pens[id] else { return [.unlinked(id, .timeout)] }
    linked.insert(id)
    guard let maximum = pen.maximumPressure else {
      return [.linked(id), .unsupported(id, .noKnownService)]
    }
    func text(_ number: UInt16, _ value: String) -> TransportEvent.Kind {
      .value(id, .assigned(number), Array(value.utf8))
    }
    let report = FudePenReport.encode(
      isTipDown: false, pressure: 0, maximumPressure: maximum, counter: 0)
    return [
      .linked(id),
      .ready(id, PenIdentity(serial: pen.serial, platformID: pen.platformID)),
      text(0x2A00, pen.name), text(0x2A29, pen.maker), text(0x2A25, pen.serial),
      text(0x2A26, pen.firmware), .value(id, .batteryLevel, [pen.battery]),
      .value(id, .fudeReport, report),
    ]
  }
}

/// A pen that exists in numbers only.
public struct SimulatedPen: Hashable, Sendable {
  /// Its number in this session.
  public var id: DeviceID
  /// Its name.
  public var name: String
  /// Its maker.
  public var maker: String
  /// Its serial number.
  public var serial: String
  /// The number under which a platform would know it.
  public var platformID: String
  /// Its firmware's version.
  public var firmware: String
  /// The strength at which it is heard, in dBm.
  public var signal: Int
  /// Its charge in per cent, `0...100`.
  public var battery: UInt8
  /// The raw force at full scale; `nil` for a device that is no pen.
  public var maximumPressure: UInt16?
  /// Whether its advertisement says that it is pressed.
  public var isPressed: Bool

  /// A pen near the machine.
  public init(
    id: DeviceID, name: String = "Simulated pen", maker: String = "Fude", serial: String? = nil,
    firmware: String = "1.0", signal: Int = -45, battery: UInt8 = 80,
    maximumPressure: UInt16? = 2047, isPressed: Bool = false
  ) {
    self.id = id
    self.name = name
    self.maker = maker
    self.serial = serial ?? "simulated-\(id.rawValue)"
    platformID = "simulation/\(id.rawValue)"
    self.firmware = firmware
    self.signal = signal
    self.battery = min(100, battery)
    self.maximumPressure = maximumPressure
    self.isPressed = isPressed
  }
}
