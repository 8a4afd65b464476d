#if os(Linux)
  import Foundation
  import FudeModel
  import Glibc

  /// What the kernel knows of a pad beyond its buttons and sticks: the nodes beside it, its address,
  /// its battery and its lamps.
  ///
  /// A DualShock 4 is three nodes of one HID device: pad, touchpad and motion sensors. They are found
  /// by that common parent, so one pad is one controller. Nodes that a program made (`uinput`) have
  /// no parent: they are found by the place (`phys`) that they have in common.
  struct KernelPad {
    /// The HID device's folder in sysfs.
    let folder: URL
    /// The address or serial (`uniq`); `nil` if the kernel has none.
    let serial: String?
    /// The touchpad's node; `nil` if there is none.
    let touchpad: String?
    /// The motion sensors' node; `nil` if there is none.
    let motion: String?

    /// Finds what belongs to a node such as `/dev/input/event5` or `/dev/hidraw0`; `nil` if the
    /// kernel does not know it.
    init?(node: String) {
      let name = URL(fileURLWithPath: node).lastPathComponent
      let kind = name.hasPrefix("hidraw") ? "hidraw" : "input"
      guard name.hasPrefix("hidraw") || name.hasPrefix("event") else { return nil }
      let device = URL(fileURLWithPath: "/sys/class/\(kind)/\(name)/device")
      guard FileManager.default.fileExists(atPath: device.path) else { return nil }
      // An event node's device is an input device, whose own device is the HID device.
      let parent = kind == "input" ? device.appendingPathComponent("device") : device
      folder = parent.resolvingSymlinksInPath()
      var serial = kind == "input" ? KernelPad.read(device.appendingPathComponent("uniq")) : nil
      var touchpad: String?
      var motion: String?
      var inputs = KernelPad.list(folder.appendingPathComponent("input"))
      if inputs.isEmpty { inputs = KernelPad.companions(of: device) }
      for input in inputs where input.lastPathComponent.hasPrefix("input") {
        let event = KernelPad.list(input).map(\.lastPathComponent).first { $0.hasPrefix("event") }
        guard let event else { continue }
        if serial == nil { serial = KernelPad.read(input.appendingPathComponent("uniq")) }
        switch KernelPad.role(of: input) {
        case .motion: motion = "/dev/input/\(event)"
        case .touchpad: touchpad = "/dev/input/\(event)"
        case .other: break
        }
      }
      self.serial = serial.flatMap { $0.isEmpty ? nil : $0 }
      self.touchpad = touchpad
      self.motion = motion
    }

    /// The nodes of a device that some program made: they have no common parent, only the same place.
    private static func companions(of device: URL) -> [URL] {
      guard let place = read(device.appendingPathComponent("phys")), !place.isEmpty else {
        return []
      }
      return list(URL(fileURLWithPath: "/sys/class/input")).filter {
        $0.lastPathComponent.hasPrefix("input")
          && read($0.appendingPathComponent("phys")) == place
      }
    }

    private enum Role { case motion, touchpad, other }

    /// By capability: `INPUT_PROP_ACCELEROMETER` is bit 6 of the properties, `INPUT_PROP_POINTER` bit
    /// 0, `ABS_MT_POSITION_X` bit 0x35 of the axes.
    private static func role(of input: URL) -> Role {
      let properties = bits(input.appendingPathComponent("properties"))
      let axes = bits(input.appendingPathComponent("capabilities/abs"))
      if properties.contains(6) { return .motion }
      return properties.contains(0) && axes.contains(0x35) ? .touchpad : .other
    }

    /// The bits set in a file of hexadecimal words, the highest word first.
    static func bits(_ file: URL) -> Set<Int> {
      var found: Set<Int> = []
      let words = (read(file) ?? "").split(separator: " ").reversed()
      for (index, word) in words.enumerated() {
        let value = UInt64(word, radix: 16) ?? 0
        for bit in 0..<64 where value & (1 << UInt64(bit)) != 0 { found.insert(index * 64 + bit) }
      }
      return found
    }

    static func read(_ file: URL) -> String? {
      guard let data = try? Data(contentsOf: file) else { return nil }
      return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    static func list(_ folder: URL) -> [URL] {
      // Foundation finds nothing in a link to a folder, and sysfs is made of them.
      let all = try? FileManager.default.contentsOfDirectory(
        at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
      return (all ?? []).sorted { $0.path < $1.path }
    }

    // MARK: - Battery and lamps

    /// The battery as the kernel's driver tells it; `nil` if it has none.
    var battery: PadBattery? {
      for supply in KernelPad.list(folder.appendingPathComponent("power_supply")) {
        guard let text = KernelPad.read(supply.appendingPathComponent("capacity")),
          let percent = Float(text)
        else { continue }
        let state: PadBattery.State =
          switch KernelPad.read(supply.appendingPathComponent("status")) {
          case "Discharging": .discharging
          case "Charging": .charging
          case "Full": .full
          default: .unknown
          }
        return PadBattery(level: max(0, min(1, percent / 100)), state: state)
      }
      return nil
    }

    /// Whether the driver has a lamp of any colour.
    var hasLight: Bool { !lamps.isEmpty }

    private var lamps: [URL] {
      KernelPad.list(folder.appendingPathComponent("leds")).filter { lamp in
        let name = lamp.lastPathComponent
        return [":rgb:indicator", ":red", ":green", ":blue"].contains { name.hasSuffix($0) }
      }
    }

    /// Lights the lamp; false if the system does not let us.
    func light(red: Float, green: Float, blue: Float) -> Bool {
      func byte(_ value: Float) -> Int { Int((max(0, min(1, value)) * 255).rounded()) }
      var isDone = false
      for lamp in lamps {
        let name = lamp.lastPathComponent
        if name.hasSuffix(":rgb:indicator") {
          let colours = "\(byte(red)) \(byte(green)) \(byte(blue))"
          isDone = write(colours, lamp.appendingPathComponent("multi_intensity"))
          isDone = write("255", lamp.appendingPathComponent("brightness")) && isDone
        } else {
          let value = name.hasSuffix(":red") ? red : name.hasSuffix(":green") ? green : blue
          isDone = write("\(byte(value))", lamp.appendingPathComponent("brightness"))
        }
        guard isDone else { return false }
      }
      return isDone
    }

    /// Shows a player's number on lamps that stand in a row; false if there are none.
    func show(player: Int?) -> Bool {
      let row = KernelPad.list(folder.appendingPathComponent("leds"))
        .filter { $0.lastPathComponent.contains(":player-") }
      for (index, lamp) in row.enumerated() {
        let isLit = player.map { KernelPad.rows[min($0, 3)].contains(index) } ?? false
        guard write(isLit ? "1" : "0", lamp.appendingPathComponent("brightness")) else {
          return false
        }
      }
      return !row.isEmpty
    }

    /// Which of five lamps stand for players one to four, as on the console.
    private static let rows: [Set<Int>] = [[2], [1, 3], [0, 2, 4], [0, 1, 3, 4]]

    /// Sends a DualSense the common part of an output report through its raw node.
    ///
    /// - Returns: What to say to whoever wonders why nothing came of it; `nil` if it was sent, or the
    ///   kernel has no raw node.
    func send(dualSense common: [UInt8]) -> String? {
      // The folder's name begins with the bus.
      let isBluetooth = folder.lastPathComponent.hasPrefix("0005")
      let report = isBluetooth ? DualSenseReport.bluetooth(common) : DualSenseReport.usb(common)
      guard let raw = KernelPad.list(folder.appendingPathComponent("hidraw")).first else {
        return nil
      }
      return KernelPad.send(report, to: "/dev/\(raw.lastPathComponent)")
    }

    /// Writes a report to a raw node; returns why it could not be done.
    static func send(_ report: [UInt8], to node: String) -> String? {
      let descriptor = open(node, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return PadPermission.writeAdvice(node, errno) }
      defer { close(descriptor) }
      return Glibc.write(descriptor, report, report.count) == report.count
        ? nil : PadPermission.writeAdvice(node, errno)
    }

    private func write(_ text: String, _ file: URL) -> Bool {
      guard let handle = try? FileHandle(forWritingTo: file) else { return false }
      defer { try? handle.close() }
      return (try? handle.write(contentsOf: Data(text.utf8))) != nil
    }
  }
#endif
