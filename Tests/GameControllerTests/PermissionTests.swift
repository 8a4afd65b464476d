import FudePadSources
import Testing

@Suite struct PermissionTests {
  @Test func `What is refused is named with the rule that mends it and where it goes`() {
    let text = PadPermission.advice(for: ["/dev/input/event5"])
    #expect(text.hasPrefix("/dev/input/event5 may not be read: permission denied."))
    #expect(text.contains("/etc/udev/rules.d/70-fude-pads.rules"))
    #expect(text.contains(#"ENV{ID_INPUT_JOYSTICK}=="1", TAG+="uaccess""#))
    #expect(text.contains("udevadm control --reload && udevadm trigger"))
  }
}
