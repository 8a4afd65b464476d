#if os(Linux)
  import CFudeShims
  import Foundation
  import FudeModel
  import Glibc

  /// Describes a node from what the kernel says of it.
  enum NodeDescription {
    /// The types whose codes are described: keys, relative axes, miscellaneous, force feedback.
    private static let types: [(type: UInt16, file: String)] = [
      (1, "key"), (2, "rel"), (4, "msc"), (0x15, "ff"),
    ]

    /// The description of an open node; `name` is that of its file, such as `event5`.
    static func read(descriptor: Int32, name: String) -> DeviceDescription {
      let device = URL(fileURLWithPath: "/sys/class/input/\(name)/device")
      func text(_ path: String) -> String {
        KernelPad.read(device.appendingPathComponent(path)) ?? ""
      }
      func number(_ path: String) -> UInt16 { UInt16(text(path), radix: 16) ?? 0 }
      var codes: [EventCode] = []
      for (type, file) in types {
        let bits = KernelPad.bits(device.appendingPathComponent("capabilities/\(file)"))
        codes += bits.sorted().compactMap { UInt16(exactly: $0) }.map {
          EventCode(type: type, code: $0)
        }
      }
      var axes: [AxisDescription] = []
      for code in KernelPad.bits(device.appendingPathComponent("capabilities/abs")).sorted() {
        var axis = input_absinfo()
        guard fude_evdev_axis(descriptor, UInt32(code), &axis) == 0,
          let code = UInt16(exactly: code)
        else { continue }
        axes.append(
          AxisDescription(
            code: code, value: axis.value, minimum: axis.minimum, maximum: axis.maximum,
            fuzz: axis.fuzz, flat: axis.flat, resolution: axis.resolution))
      }
      let properties = KernelPad.bits(device.appendingPathComponent("properties")).sorted()
      return DeviceDescription(
        name: text("name"), bus: number("id/bustype"), vendor: number("id/vendor"),
        product: number("id/product"), version: number("id/version"),
        properties: properties.compactMap { UInt16(exactly: $0) }, codes: codes.sorted(),
        axes: axes)
    }
  }
#endif
