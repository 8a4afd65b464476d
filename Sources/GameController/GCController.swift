public import Dispatch
public import Foundation
import FudeModel
import FudePad
import FudePadSources
import Synchronization

// Unchecked: what changes is behind `lock`; profiles and elements guard themselves.

/// A controller, or a snapshot of one.
///
/// Source-compatible with Apple's class of the same name. Where Apple's documentation says nothing,
/// the rule is ours and written at the place; see <doc:OurRules>.
public class GCController: NSObject, GCDevice, @unchecked Sendable {
  /// The controllers that are there.
  public class func controllers() -> [GCController] { PadCenter.shared.controllers }
  /// The controller used last; `nil` if there is none.
  ///
  /// Ours: the first controller to connect becomes current at once; when the current one goes,
  /// there is none until another is used.
  public class var current: GCController? { PadCenter.shared.current }
  /// Kept, without effect: Linux has no frontmost application to ask for.
  public class var shouldMonitorBackgroundEvents: Bool {
    get { PadCenter.shared.monitorsBackground }
    set { PadCenter.shared.monitorsBackground = newValue }
  }

  /// Looks for controllers; the handler is called once, on the main queue, when the search ends.
  ///
  /// Wireless controllers are paired by the system, so a search here ends at once with what is
  /// there. Controllers that come later are told as always.
  public class func startWirelessControllerDiscovery(completionHandler: (() -> Void)? = nil) {
    PadCenter.shared.discover(completionHandler)
  }

  /// Looks for controllers until no more are found.
  public class func startWirelessControllerDiscovery() async {
    await withCheckedContinuation { continuation in
      startWirelessControllerDiscovery { continuation.resume() }
    }
  }

  /// Ends the search; without effect if there is none.
  public class func stopWirelessControllerDiscovery() {}

  /// A snapshot with a micro gamepad profile at rest.
  public class func withMicroGamepad() -> GCController {
    GCController(PadTraits(name: "Micro Gamepad", kind: .micro), isSnapshot: true)
  }

  /// A snapshot with an extended gamepad profile at rest.
  public class func withExtendedGamepad() -> GCController {
    GCController(PadTraits(name: "Extended Gamepad"), isSnapshot: true)
  }

  /// Called when the menu button is pressed; deprecated by Apple in favour of the button itself.
  public var controllerPausedHandler: ((GCController) -> Void)? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return onPaused
    }
    set { lock.withLock { onPaused = newValue } }
  }
  /// Where handlers are called, a serial queue; the main queue unless set.
  public var handlerQueue: DispatchQueue {
    get { lock.withLock { queue } }
    set { awaitReports(on: newValue) }
  }
  /// The player's number; kept while the controller is away. Controllers with lamps show it.
  public var playerIndex: GCControllerPlayerIndex {
    get { lock.withLock { player } }
    set {
      lock.withLock { player = newValue }
      perform(.player(newValue == .indexUnset ? nil : newValue.rawValue))
    }
  }
  /// The name to show.
  public var vendorName: String? { traits.name }
  /// What kind of product it is.
  public var productCategory: String {
    switch traits.kind {
    case .dualShock: GCProductCategoryDualShock4
    case .dualSense: GCProductCategoryDualSense
    case .xbox: GCProductCategoryXboxOne
    case .switchPro: "Switch Pro Controller"
    case .standard, .micro: GCProductCategoryHID
    }
  }
  /// Always false.
  public var isAttachedToDevice: Bool { false }
  /// Whether it is a snapshot, made by a program: its elements can be set.
  public let isSnapshot: Bool
  /// The richest profile.
  public var physicalInputProfile: GCPhysicalInputProfile { extended ?? micro }
  /// The extended profile; `nil` if the controller has too few controls.
  public var extendedGamepad: GCExtendedGamepad? { extended }
  /// The smallest profile; every controller has it.
  public var microGamepad: GCMicroGamepad? { micro }
  /// The motion sensors; `nil` if there are none.
  public private(set) var motion: GCMotion?
  /// The lamp; `nil` if there is none.
  public private(set) var light: GCDeviceLight?
  /// What can be felt; `nil` if nothing.
  public private(set) var haptics: GCDeviceHaptics?
  /// The battery at this moment; `nil` if the controller does not tell.
  public var battery: GCDeviceBattery? {
    lock.withLock { lastBattery }.map { GCDeviceBattery($0) }
  }
  /// The input-state API: whole states, and a queue of them.
  public let input: GCControllerLiveInput

  let traits: PadTraits
  let calibration = PadCalibration()
  private let extended: GCExtendedGamepad?
  private let micro: GCMicroGamepad
  private let lock = NSLock()
  private let inbox = ReportInbox()
  private let isDraining = Atomic<Bool>(false)
  /// Which handler queue it is, counted.
  private let term = Atomic<Int>(0)
  private var queue = DispatchQueue.main
  private var player = GCControllerPlayerIndex.indexUnset
  private var onPaused: ((GCController) -> Void)?
  private var lastBattery: PadBattery?
  private var source: (any PadSource)?
  private var number = DeviceID(0)
  private var streams: [ReportStream] = []
  /// Wakes the handler queue. A source is itself what waits in a queue: waking it allocates nothing,
  /// where a work item costs libdispatch one allocation each time.
  private var waker: (any DispatchSourceUserDataAdd)?

  init(_ traits: PadTraits, isSnapshot: Bool) {
    self.traits = traits
    self.isSnapshot = isSnapshot
    let type: GCExtendedGamepad.Type =
      switch traits.kind {
      case .dualShock: GCDualShockGamepad.self
      case .dualSense: GCDualSenseGamepad.self
      case .xbox: GCXboxGamepad.self
      case .standard, .switchPro, .micro: GCExtendedGamepad.self
      }
    extended = traits.kind == .micro ? nil : type.make(traits, isSnapshot: isSnapshot)
    micro = GCMicroGamepad.make(traits, isSnapshot: isSnapshot)
    input = GCControllerLiveInput(traits)
    super.init()
    extended?.device = self
    micro.device = self
    input.attach(self)
    if traits.features.contains(.motion) { motion = GCMotion(self, isSnapshot: isSnapshot) }
    guard !isSnapshot else { return }
    if let gamepad = extended as? GCDualSenseGamepad {
      gamepad.leftTrigger.attach(self) { .triggers(left: $0, right: nil) }
      gamepad.rightTrigger.attach(self) { .triggers(left: nil, right: $0) }
    }
    if traits.features.contains(.light) { light = GCDeviceLight(self) }
    if !traits.features.isDisjoint(with: [.rumble, .triggerRumble]) {
      haptics = GCDeviceHaptics(self, features: traits.features)
    }
    awaitReports(on: queue)
  }

  deinit {
    waker?.cancel()
  }

  /// From now on reports wake this queue.
  private func awaitReports(on queue: DispatchQueue) {
    guard !isSnapshot else { return lock.withLock { self.queue = queue } }
    let fresh = DispatchSource.makeUserDataAddSource(queue: queue)
    let old = lock.withLock { () -> (any DispatchSourceUserDataAdd)? in
      let term = term.add(1, ordering: .acquiringAndReleasing).newValue
      fresh.setEventHandler { [weak self] in self?.drain(term) }
      self.queue = queue
      defer { waker = fresh }
      return waker
    }
    old?.cancel()
    fresh.activate()
    // What the old one was told and did not do yet.
    fresh.add(data: 1)
  }

  /// Runs on the handler queue, after everything that has happened by now was told there.
  func afterReports(_ body: @escaping @Sendable () -> Void) {
    let (queue, term) = lock.withLock {
      (self.queue, self.term.load(ordering: .acquiring))
    }
    queue.async { [self] in
      // A source that is woken while it works takes its turn after what was put into the queue
      // meanwhile, such as this.
      drain(term)
      body()
    }
  }

  /// A snapshot of the whole controller: writable, and never changing by itself.
  public func capture() -> GCController {
    let copy = GCController(traits, isSnapshot: true)
    if let extended { copy.extended?.copyState(from: extended) }
    copy.micro.copyState(from: micro)
    if let motion { copy.motion?.setStateFromMotion(motion) }
    let (index, battery) = lock.withLock { (player, lastBattery) }
    copy.lock.withLock { (copy.player, copy.lastBattery) = (index, battery) }
    return copy
  }

  // MARK: - Between the source and the handlers

  /// Where its commands go from now on.
  func attach(to source: any PadSource, as number: DeviceID) {
    lock.withLock {
      self.source = source
      self.number = number
    }
    // What a pad that comes back has forgotten.
    let index = playerIndex
    if index != .indexUnset { perform(.player(index.rawValue)) }
    light?.repeatColor()
    haptics?.find()
    if motion?.sensorsActive == true { perform(.sensors(true)) }
    if let gamepad = extended as? GCDualSenseGamepad {
      gamepad.leftTrigger.repeatEffect()
      gamepad.rightTrigger.repeatEffect()
    }
  }

  /// Its commands go nowhere.
  func detach() {
    lock.withLock { source = nil }
    haptics?.lose()
  }

  func perform(_ command: PadCommand) {
    let (source, number) = lock.withLock { (self.source, self.number) }
    source?.perform(command, on: number)
  }

  /// Takes a report on the source's thread.
  func receive(_ report: PadReport) {
    pass(calibration.correct(report))
  }

  /// Lets go of everything: the controller is gone.
  func release(_ number: DeviceID, at time: Timestamp) {
    calibration.lose()
    pass(PadReport(frame: .rest(of: number, at: time)))
  }

  private func pass(_ report: PadReport) {
    input.receive(report)
    for stream in lock.withLock({ streams }) { stream.put(report) }
    if inbox.put(report) { wake() }
  }

  private func wake() {
    // Not `withLock`: it would wrap what comes out of it each time.
    lock.lock()
    let waker = self.waker
    lock.unlock()
    waker?.add(data: 1)
  }

  /// Tells the handlers what came; on the handler queue of some term of it.
  ///
  /// When the queue is changed, the old one stops in the middle and wakes the new one.
  private func drain(_ term: Int) {
    var isMine: Bool { self.term.load(ordering: .acquiring) == term }
    repeat {
      guard isMine,
        isDraining.compareExchange(
          expected: false, desired: true, ordering: .acquiringAndReleasing
        ).exchanged
      else { return }
      while isMine, let report = inbox.take() { tell(report) }
      isDraining.store(false, ordering: .releasing)
      guard isMine else { return wake() }
      // What came after the last look and before the release woke somebody who went on.
    } while !inbox.isEmpty
  }

  private func tell(_ report: PadReport) {
    let wasPressed = micro.buttonMenu.isPressed
    extended?.stage(report)
    micro.stage(report)
    if let battery = report.battery { lock.withLock { lastBattery = battery } }
    extended?.notify()
    micro.notify()
    input.notify(report)
    if let measured = report.motion { motion?.take(measured) }
    if !wasPressed, micro.buttonMenu.isPressed { controllerPausedHandler?(self) }
  }

  func add(_ stream: ReportStream) {
    lock.withLock { streams.append(stream) }
  }

  func remove(_ stream: ReportStream) {
    lock.withLock { streams.removeAll { $0 === stream } }
  }

  /// Ends what waits for reports: the controller is gone.
  func endStreams() {
    let ended = lock.withLock {
      defer { streams = [] }
      return streams
    }
    for stream in ended { stream.finish() }
  }
}
