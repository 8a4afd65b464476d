import Foundation
@testable import FudePadSources
import Testing

@Suite struct PermissionTests {
  @Test func `What is refused is named with the rule that mends it and where it goes`() {
    let text = PadPermission.advice(for: ["/dev/input/event5"])
    #expect(text.hasPrefix("/dev/input/event5 may not be read: permission denied."))
    #expect(text.contains("/etc/udev/rules.d/70-fude-pads.rules"))
    #expect(text.contains(#"ENV{ID_INPUT_JOYSTICK}=="1", TAG+="uaccess""#))
    #expect(text.contains("udevadm control --reload && udevadm trigger"))
  }

  @Test func `A raw node that takes no report is named, with the rule where that would help`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("raw-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = folder.appendingPathComponent("hidraw7").path
    let text = try #require(KernelPad.send([2, 0], to: missing))
    #expect(text.hasPrefix("\(missing) takes no report, so triggers stay as they are: No such"))
    try Data().write(to: URL(fileURLWithPath: missing))
    #expect(KernelPad.send([2, 0], to: missing) == nil)
    #expect(FileManager.default.contents(atPath: missing) == Data([2, 0]))
    let refused = PadPermission.writeAdvice("/dev/hidraw7", 13)
    #expect(refused.hasPrefix("/dev/hidraw7 may not be written"))
    #expect(refused.contains(PadPermission.rule))
  }
}
