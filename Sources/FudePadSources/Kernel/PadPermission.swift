#if os(Linux)
  import Foundation
  import Glibc

  /// What the system does not let us read, and how to mend it.
  public enum PadPermission {
    /// The file into which ``rule`` goes.
    public static let ruleFile = "/etc/udev/rules.d/70-fude-pads.rules"
    /// The udev rule that gives controllers to whoever sits at the machine: their nodes, and for Sony
    /// and Nintendo pads the raw ones that touchpad, motion and lamps need.
    public static let rule = """
      SUBSYSTEM=="input", ENV{ID_INPUT_JOYSTICK}=="1", TAG+="uaccess"
      KERNEL=="hidraw*", ATTRS{idVendor}=="054c", TAG+="uaccess"
      KERNEL=="hidraw*", KERNELS=="*:054C:*", TAG+="uaccess"
      KERNEL=="hidraw*", KERNELS=="*:057E:*", TAG+="uaccess"
      """

    /// The file into which ``uinputRule`` goes.
    public static let uinputRuleFile = "/etc/udev/rules.d/70-fude-uinput.rules"
    /// The udev rule that lets whoever sits at the machine make virtual devices.
    public static let uinputRule = """
      KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput"
      """

    /// The sentence that says that no virtual device may be made, and what to do.
    public static func uinputAdvice(_ node: String) -> String {
      """
      \(node) may not be written: permission denied. Put this line into \(uinputRuleFile), run \
      'modprobe uinput && udevadm control --reload && udevadm trigger --name-match=uinput' as root, \
      and log in again if it still is refused:
      \(uinputRule)
      """
    }

    /// The sentence that says that a controller's raw node takes no report, and what to do.
    static func writeAdvice(_ node: String, _ number: Int32) -> String {
      guard number == EACCES || number == EPERM else {
        return "\(node) takes no report, so triggers stay as they are: "
          + String(cString: strerror(number))
      }
      return """
        \(node) may not be written, so triggers stay as they are: permission denied. \(remedy)
        """
    }

    /// The nodes of controllers that are there and may not be read.
    public static func refusedNodes() -> [String] {
      KernelPad.list(URL(fileURLWithPath: "/sys/class/input")).compactMap { entry in
        let name = entry.lastPathComponent
        guard name.hasPrefix("event") else { return nil }
        let keys = KernelPad.bits(entry.appendingPathComponent("device/capabilities/key"))
        // BTN_SOUTH, the first button of the kernel's gamepad layout.
        guard keys.contains(0x130) else { return nil }
        let node = "/dev/input/\(name)"
        return access(node, F_OK) == 0 && access(node, R_OK) != 0 ? node : nil
      }
    }

    /// The sentence that says what is refused and what to do.
    public static func advice(for nodes: [String]) -> String {
      "\(nodes.joined(separator: ", ")) may not be read: permission denied. \(remedy)"
    }

    private static var remedy: String {
      """
      Put these lines into \(ruleFile), run 'udevadm control --reload && udevadm trigger' as root, and \
      plug the controller in again:
      \(rule)
      """
    }
  }
#endif
