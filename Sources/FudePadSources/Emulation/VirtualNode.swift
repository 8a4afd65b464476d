#if os(Linux)
  import CFudeShims
  import Foundation
  import FudeEvdev
  import FudeModel
  import Glibc

  /// A device that the kernel takes for a real one, made through uinput; gone with this value.
  final class VirtualNode {
    /// The file under which programs find it, such as `/dev/input/event7`.
    let path: String

    private let descriptor: Int32

    /// Makes a device.
    ///
    /// - Parameters:
    ///   - description: What it says of itself; codes that the kernel does not know are left out.
    ///   - family: The same for all nodes of one controller, by which they are found together.
    ///   - uinput: The kernel's door for this, `/dev/uinput` on most systems.
    /// - Throws: ``PadSourceError`` with what refused and what to do.
    init(
      _ description: DeviceDescription, family: String, uinput: String
    ) throws(PadSourceError) {
      let descriptor = open(uinput, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw VirtualNode.refusal(errno, uinput) }
      self.descriptor = descriptor
      func demand(_ result: Int32) throws(PadSourceError) {
        guard result != 0 else { return }
        let number = errno
        close(descriptor)
        throw VirtualNode.failure(number, uinput, description.name)
      }
      for code in description.codes {
        // A code beyond this kernel's knowledge is no reason to give up.
        _ = fude_uinput_allow(descriptor, UInt32(code.type), UInt32(code.code))
      }
      // Of axes the kernel knows all up to ABS_MAX: one it refuses would be missed.
      for axis in description.axes where axis.code <= 0x3f {
        var limits = input_absinfo(
          value: axis.value, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz,
          flat: axis.flat, resolution: axis.resolution)
        try demand(fude_uinput_axis(descriptor, UInt32(axis.code), &limits))
      }
      for property in description.properties {
        // As with codes.
        _ = fude_uinput_property(descriptor, UInt32(property))
      }
      // Without it the nodes of one controller would count as several.
      try demand(fude_uinput_place(descriptor, family))
      try demand(
        fude_uinput_create(
          descriptor, description.name, UInt32(description.bus), UInt32(description.vendor),
          UInt32(description.product), UInt32(description.version)))
      path = VirtualNode.event(of: descriptor) ?? "/dev/input"
    }

    deinit {
      // The kernel takes the device away, and lets go of what it held.
      close(descriptor)
    }

    /// Sends events as they are.
    func send(_ events: [RawEvent]) throws(PadSourceError) {
      for event in events {
        var raw = input_event()
        raw.type = event.type
        raw.code = event.code
        raw.value = event.value
        let size = MemoryLayout<input_event>.size
        guard write(descriptor, &raw, size) == size else {
          let reason = String(cString: strerror(errno))
          throw PadSourceError(.unavailable, "\(path): the kernel takes no more events: \(reason)")
        }
      }
    }

    private static func event(of descriptor: Int32) -> String? {
      var name = [CChar](repeating: 0, count: 64)
      guard fude_uinput_folder(descriptor, &name, name.count) == 0 else { return nil }
      let folder = URL(fileURLWithPath: "/sys/devices/virtual/input")
        .appendingPathComponent(
          String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      let node = KernelPad.list(folder).first { $0.lastPathComponent.hasPrefix("event") }
      return node.map { "/dev/input/\($0.lastPathComponent)" }
    }

    /// Why the door did not open.
    static func refusal(_ number: Int32, _ uinput: String) -> PadSourceError {
      switch number {
      case EACCES, EPERM: PadSourceError(.permission, PadPermission.uinputAdvice(uinput))
      case ENOENT, ENODEV, ENXIO:
        PadSourceError(
          .unavailable,
          "\(uinput) is not there: run 'modprobe uinput' as root; a container needs it passed in")
      default:
        PadSourceError(
          .unavailable, "\(uinput) cannot be opened: \(String(cString: strerror(number)))")
      }
    }

    private static func failure(
      _ number: Int32, _ uinput: String, _ name: String
    ) -> PadSourceError {
      number == ENOTTY
        ? PadSourceError(.unavailable, "\(uinput) is not the kernel's uinput device")
        : PadSourceError(
          .unavailable,
          "the kernel does not make '\(name)': \(String(cString: strerror(number)))")
    }
  }
#endif
