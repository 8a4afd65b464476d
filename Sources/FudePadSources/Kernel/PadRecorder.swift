#if os(Linux)
  import CFudeShims
  import Foundation
  import FudeEvdev
  import FudeModel
  public import FudeRecording
  import Glibc

  /// Records every node of the controllers that are there, as the kernel tells them.
  ///
  /// The rawest level that needs no special right: a better decoder can read the recording again.
  public final class PadRecorder {
    private struct Node {
      let descriptor: Int32
      let device: DeviceID
      var isGone = false
    }

    /// How many events were written.
    public private(set) var eventCount = 0
    /// The names of the nodes recorded.
    public private(set) var names: [String] = []

    private var writer: RecordingWriter
    private var nodes: [Node] = []
    /// Rung once, for good.
    private let alarm = Alarm()
    private var origin: Timestamp?

    /// Opens the nodes of all controllers and writes their descriptions.
    ///
    /// - Throws: ``PadSourceError`` if there is no controller or it may not be read;
    ///   `RecordingError` if the file cannot be written.
    public init(to output: RecordingOutput, keepPrivate: Bool) throws {
      var paths: [String] = []
      for entry in KernelPad.list(URL(fileURLWithPath: "/sys/class/input")) {
        let name = entry.lastPathComponent
        let keys = KernelPad.bits(entry.appendingPathComponent("device/capabilities/key"))
        // BTN_SOUTH, the first button of the kernel's gamepad layout.
        guard name.hasPrefix("event"), keys.contains(0x130) else { continue }
        paths.append("/dev/input/\(name)")
        let kernel = KernelPad(node: "/dev/input/\(name)")
        paths += [kernel?.touchpad, kernel?.motion].compactMap { $0 }
      }
      let refused = PadPermission.refusedNodes()
      guard refused.isEmpty else {
        throw PadSourceError(.permission, PadPermission.advice(for: refused))
      }
      guard !paths.isEmpty else {
        throw PadSourceError(.missing, "there is no controller: plug one in, or pair it")
      }
      var system = utsname()
      uname(&system)
      let release = withUnsafeBytes(of: system.release) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      var provenance = Provenance()
      provenance.writer = "fude pads record"
      provenance.kernel = release
      writer = try RecordingWriter(to: output, provenance: provenance, keepPrivate: keepPrivate)
      for path in paths { try open(path) }
    }

    private func open(_ path: String) throws {
      let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      _ = fude_evdev_monotonic(descriptor)
      let name = URL(fileURLWithPath: path).lastPathComponent
      let description = NodeDescription.read(descriptor: descriptor, name: name)
      let serial = KernelPad(node: path)?.serial
      let device = try writer.add(
        RecordedDevice(
          description: description, level: .evdev, identity: DeviceIdentity(serial: serial)))
      nodes.append(Node(descriptor: descriptor, device: device))
      names.append(description.name)
    }

    deinit {
      for node in nodes { close(node.descriptor) }
    }

    /// Ends ``run()`` from another thread.
    public func stop() {
      alarm.ring()
    }

    /// An `eventfd` that does the same when 1 is written to it: for signal handlers.
    package var stopDescriptor: Int32 { alarm.descriptor }

    /// Records until ``stop()``, or until all controllers are gone.
    public func run() throws {
      // A controller that went while its nodes were opened leaves nothing to wait for.
      while !nodes.allSatisfy(\.isGone) {
        var waiting = nodes.map {
          pollfd(fd: $0.isGone ? -1 : $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        waiting.append(pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0))
        poll(&waiting, nfds_t(waiting.count), -1)
        for index in nodes.indices where waiting[index].revents != 0 { try read(index) }
        if waiting[nodes.count].revents != 0 { break }
      }
      try writer.finish()
    }

    private func read(_ index: Int) throws {
      var buffer = [input_event](repeating: input_event(), count: 64)
      while true {
        let size = Glibc.read(
          nodes[index].descriptor, &buffer, buffer.count * MemoryLayout<input_event>.stride)
        if size < 0, errno == ENODEV {
          nodes[index].isGone = true
          let time = Timestamp.zero + (PadClock.now() - (origin ?? PadClock.now()))
          try writer.write(.input(.lost(nodes[index].device, at: time, .removed)))
        }
        guard size > 0 else { return }
        for event in buffer.prefix(size / MemoryLayout<input_event>.stride) {
          let moment = Timestamp(
            microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec))
          let start = origin ?? moment
          origin = start
          let raw = RawEvent(
            time: Timestamp.zero + (moment - start), type: event.type, code: event.code,
            value: event.value)
          try writer.write(.raw(nodes[index].device, raw))
          eventCount += 1
        }
      }
    }
  }
#endif
