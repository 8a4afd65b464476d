package import Foundation
import FudeModel
import FudePad
public import FudePadSources

// Unchecked: what changes is behind `lock`.

/// Where controllers come together: joins the sources with ``GCController``.
///
/// Not part of Apple's API. A program that does nothing gets SDL's controllers; one that wants
/// others says so with ``use(_:remembers:)`` before it asks for any.
public final class PadCenter: @unchecked Sendable {
  /// The one that ``GCController`` asks.
  public static let shared = PadCenter()

  static let didConnect = NSNotification.Name("GCControllerDidConnectNotification")
  static let didDisconnect = NSNotification.Name("GCControllerDidDisconnectNotification")
  static let didBecomeCurrent = NSNotification.Name("GCControllerDidBecomeCurrentNotification")
  static let didStopBeingCurrent = NSNotification.Name(
    "GCControllerDidStopBeingCurrentNotification")

  /// A controller came or went.
  public enum Connection: Sendable {
    /// It came, or came back.
    case connected(GCController)
    /// It went, after it let go of all it held.
    case disconnected(GCController)
  }

  private struct Seat {
    let controller: GCController
    /// Which source it is at; `nil` while it is away.
    var source: ObjectIdentifier?
    var number: DeviceID
    var lastTime = Timestamp.zero
  }

  private let lock = NSLock()
  private var sources: [any PadSource] = []
  private var hasStarted = false
  private var seats: [Seat] = []
  private var present: [GCController] = []
  private var used: GCController?
  private var wantsBackground = true
  private var listeners: [UUID: AsyncStream<Connection>.Continuation] = [:]
  private var advices: [String] = []
  /// Where learned rests are kept between sessions; `nil` keeps them only for this one.
  private var memory: PadMemory? = PadMemory.standard

  /// What a person should know and can mend, such as a missing permission; oldest first.
  public var advice: [String] { lock.withLock { advices } }

  /// Takes controllers from these sources from now on, and from no other. The controllers of the
  /// sources used so far disconnect and are forgotten: the same pad will be another object.
  ///
  /// - Parameters:
  ///   - sources: Where controllers come from.
  ///   - remembers: Whether learned rests are kept for the next session.
  public func use(_ sources: [any PadSource], remembers: Bool = false) {
    use(sources, remembering: remembers ? PadMemory.standard : nil)
  }

  /// The same, with learned rests in a file of one's own.
  package func use(_ sources: [any PadSource], remembersIn file: URL) {
    use(sources, remembering: PadMemory(file: file))
  }

  private func use(_ sources: [any PadSource], remembering memory: PadMemory?) {
    let before = lock.withLock {
      hasStarted = true
      self.memory = memory
      defer { self.sources = sources }
      return self.sources
    }
    for source in before { source.stop() }
    lock.withLock {
      seats = []
      // Their farewell is told when their queues come to it; they are not there any more.
      present = []
    }
    for source in sources { begin(source) }
  }

  /// Connections and disconnections from now on; those that are there already come first.
  ///
  /// Nothing is dropped: they are rare.
  public var connections: AsyncStream<Connection> {
    start()
    let (stream, continuation) = AsyncStream.makeStream(of: Connection.self)
    let key = UUID()
    continuation.onTermination = { [weak self] _ in
      _ = self?.lock.withLock { self?.listeners.removeValue(forKey: key) }
    }
    let there = lock.withLock {
      listeners[key] = continuation
      return present
    }
    for controller in there { continuation.yield(.connected(controller)) }
    return stream
  }

  /// Starts the usual sources unless a program chose others.
  func start() {
    let isFirst = lock.withLock {
      defer { hasStarted = true }
      return !hasStarted
    }
    guard isFirst else { return }
    let chosen = PadSources.usual()
    lock.withLock { sources = chosen }
    for source in chosen { begin(source) }
  }

  private func begin(_ source: any PadSource) {
    let key = ObjectIdentifier(source)
    do throws(PadSourceError) {
      try source.start { [weak self, weak source] event in
        guard let self, let source else { return }
        self.receive(event, from: source, key)
      }
    } catch {
      note(error.message)
    }
  }

  private func note(_ text: String) {
    let isNew = lock.withLock {
      guard !advices.contains(text) else { return false }
      advices.append(text)
      return true
    }
    if isNew { FileHandle.standardError.write(Data("GameController: \(text)\n".utf8)) }
  }

  // MARK: - What GCController asks

  var controllers: [GCController] {
    start()
    return lock.withLock { present }
  }

  var current: GCController? {
    start()
    return lock.withLock { used }
  }

  var monitorsBackground: Bool {
    get { lock.withLock { wantsBackground } }
    set { lock.withLock { wantsBackground = newValue } }
  }

  func discover(_ completion: (() -> Void)?) {
    start()
    guard let completion else { return }
    // The handler leaves its thread exactly once, for the main queue.
    nonisolated(unsafe) let handler = completion
    DispatchQueue.main.async { handler() }
  }

  // MARK: - What sources say

  private func receive(
    _ event: PadSourceEvent, from source: any PadSource, _ key: ObjectIdentifier
  ) {
    switch event {
    case .connected(let number, let traits): connect(number, traits, at: source, key)
    case .report(let report): pass(report, key)
    case .disconnected(let number, let time): disconnect(number, at: time, key)
    case .advice(let text): note(text)
    }
  }

  private func connect(
    _ number: DeviceID, _ traits: PadTraits, at source: any PadSource, _ key: ObjectIdentifier
  ) {
    let (controller, isFirst) = lock.withLock {
      let controller = seat(traits, key, number)
      let isFirst = used.map { !present.contains($0) } ?? true
      if !present.contains(controller) { present.append(controller) }
      if isFirst { used = controller }
      return (controller, isFirst)
    }
    if let serial = traits.serial, controller.calibration.lessons == 0,
      let kept = memory?.offsets(of: serial)
    {
      controller.calibration.offsets = kept
    }
    controller.attach(to: source, as: number)
    post(after: controller) { [self] in
      tell(.connected(controller))
      send(PadCenter.didConnect, controller)
      if isFirst { send(PadCenter.didBecomeCurrent, controller) }
    }
  }

  /// The controller that this is: one that is away and has the same serial, or, if it has none, the
  /// last that went with the same numbers and name. Otherwise a new one.
  private func seat(
    _ traits: PadTraits, _ key: ObjectIdentifier, _ number: DeviceID
  ) -> GCController {
    let match = seats.lastIndex {
      $0.source == nil && $0.controller.traits.serial == traits.serial
        && $0.controller.traits.vendor == traits.vendor
        && $0.controller.traits.product == traits.product
        && (traits.serial != nil || $0.controller.traits.name == traits.name)
        && $0.controller.traits.kind == traits.kind
    }
    guard let match else {
      let controller = GCController(traits, isSnapshot: false)
      seats.append(Seat(controller: controller, source: key, number: number))
      return controller
    }
    seats[match].source = key
    seats[match].number = number
    return seats[match].controller
  }

  private func pass(_ report: PadReport, _ key: ObjectIdentifier) {
    let time = report.frame.time
    let (controller, before) = lock.withLock { () -> (GCController?, GCController?) in
      guard let place = index(of: report.frame.device, key) else { return (nil, nil) }
      seats[place].lastTime = time
      let controller = seats[place].controller
      guard used !== controller, report.frame.sanitised.isActive else { return (controller, nil) }
      let before = used
      used = controller
      return (controller, before ?? controller)
    }
    guard let controller else { return }
    controller.receive(report)
    guard let before else { return }
    post(after: controller) { [self] in
      if before !== controller { send(PadCenter.didStopBeingCurrent, before) }
      send(PadCenter.didBecomeCurrent, controller)
    }
  }

  /// Releases all that was held, then stops being current, then disconnects.
  private func disconnect(_ number: DeviceID, at time: Timestamp, _ key: ObjectIdentifier) {
    let gone = lock.withLock { () -> Seat? in
      guard let place = index(of: number, key) else { return nil }
      var seat = seats.remove(at: place)
      seat.source = nil
      // The last to go is the last in the row: it is the first that is taken to be back.
      seats.append(seat)
      return seat
    }
    guard let gone else { return }
    let controller = gone.controller
    controller.detach()
    controller.release(number, at: max(time, gone.lastTime))
    controller.endStreams()
    if let serial = controller.traits.serial, controller.calibration.lessons > 0 {
      memory?.keep(controller.calibration.offsets, of: serial)
    }
    controller.afterReports { [self] in
      let wasCurrent = lock.withLock {
        let isBack = seats.contains { $0.controller === controller && $0.source != nil }
        if !isBack { present.removeAll { $0 === controller } }
        defer { if used === controller, !isBack { used = nil } }
        return used === controller
      }
      onMain { [self] in
        if wasCurrent { send(PadCenter.didStopBeingCurrent, controller) }
        tell(.disconnected(controller))
        send(PadCenter.didDisconnect, controller)
      }
    }
  }

  private func index(of number: DeviceID, _ key: ObjectIdentifier) -> Int? {
    seats.firstIndex { $0.source == key && $0.number == number }
  }

  /// Runs on the main queue, after what the controller's handler queue has to do by now.
  private func post(after controller: GCController, _ body: @escaping @Sendable () -> Void) {
    controller.afterReports { [self] in onMain(body) }
  }

  /// By the main operation queue: an observer that asked for `OperationQueue.main` is then called at
  /// once. From a plain block on the main dispatch queue, Foundation on Linux would wait for itself.
  private func onMain(_ body: @escaping @Sendable () -> Void) {
    OperationQueue.main.addOperation(body)
  }

  private func send(_ name: NSNotification.Name, _ controller: GCController) {
    NotificationCenter.default.post(name: name, object: controller)
  }

  private func tell(_ connection: Connection) {
    for listener in lock.withLock({ Array(listeners.values) }) { listener.yield(connection) }
  }
}
