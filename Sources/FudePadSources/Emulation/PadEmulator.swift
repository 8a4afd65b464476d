#if os(Linux)
  import Foundation
  public import FudeModel
  import Glibc

  /// Plays a recording's controllers to every program of the machine, through the kernel.
  public final class PadEmulator: @unchecked Sendable {
    // Unchecked: what changes is behind `lock`.

    /// The kernel's door for virtual devices.
    public static let uinput = "/dev/uinput"

    /// Where each device is now, in the order of the emulation's nodes; `nil` while it is unplugged.
    public var paths: [String?] { lock.withLock { made.map { $0?.path } } }

    private let emulation: PadEmulation
    private let door: String
    private let lock = NSLock()
    /// Changed by the thread that makes and runs it, read by any.
    private var made: [VirtualNode?]
    /// Rung once, for good.
    private let alarm = Alarm()

    /// Makes the devices that are there at the beginning.
    ///
    /// - Throws: ``PadSourceError``: `permission` if the system refuses, with the rule that mends it.
    public init(
      _ emulation: PadEmulation, uinput: String = PadEmulator.uinput
    ) throws(PadSourceError) {
      self.emulation = emulation
      door = uinput
      made = [VirtualNode?](repeating: nil, count: emulation.nodes.count)
      for index in emulation.nodes.indices { try plug(index) }
    }

    private func plug(_ index: Int) throws(PadSourceError) {
      guard lock.withLock({ made[index] == nil }) else { return }
      let node = emulation.nodes[index]
      let fresh = try VirtualNode(
        node.description, family: "fude-\(getpid())/pad\(node.pad.rawValue)", uinput: door)
      lock.withLock { made[index] = fresh }
    }

    /// Ends ``run(speed:)`` from another thread.
    public func stop() {
      alarm.ring()
    }

    /// An `eventfd` that does the same when 1 is written to it: for signal handlers.
    package var stopDescriptor: Int32 { alarm.descriptor }

    /// Waits, unless ``stop()`` comes first; returns whether to go on.
    public func wait(_ span: TimeSpan) -> Bool {
      let end = PadClock.now() + span
      while true {
        let rest = max(0, (end - PadClock.now()).microseconds)
        var waiting = pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, Int32(clamping: (rest + 999) / 1000))
        if waiting.revents != 0 { return false }
        if rest == 0 { return true }
      }
    }

    /// Plays everything, then takes the devices away.
    ///
    /// - Parameter speed: How many times as fast, > 0.
    /// - Throws: ``PadSourceError`` if the kernel takes no more.
    public func run(speed: Double = 1) throws(PadSourceError) {
      let began = PadClock.now()
      let origin = emulation.steps.first?.time ?? .zero
      for step in emulation.steps {
        let due = began + .seconds((step.time - origin).seconds / max(0.001, speed))
        guard wait(due - PadClock.now()) else { break }
        switch step.action {
        case .plug(let index): try plug(index)
        case .unplug(let index): lock.withLock { made[index] = nil }
        case .send(let index, let events): try lock.withLock({ made[index] })?.send(events)
        }
      }
      // What a device sent and nobody read yet goes with it.
      _ = wait(PadEmulator.farewell)
      lock.withLock { made = made.map { _ in nil } }
    }

    /// How long readers are given for the last events.
    private static let farewell = TimeSpan.milliseconds(300)
  }
#endif
