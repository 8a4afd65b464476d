/// The kernel's name of an event code, for people; the numbers where this room knows none.
package func evdevName(type: UInt16, code: UInt16) -> String {
  let table: [(UInt16, String)]
  switch type {
  case EV.syn: table = synNames
  case EV.key: table = keyNames
  case EV.abs: table = absNames
  case EV.msc: table = mscNames
  case EV.rel: table = relNames
  default: table = []
  }
  for entry in table where entry.0 == code { return entry.1 }
  return "\(typeName(type)) \(code)"
}

private func typeName(_ type: UInt16) -> String {
  switch type {
  case EV.syn: "SYN"
  case EV.key: "KEY"
  case EV.rel: "REL"
  case EV.abs: "ABS"
  case EV.msc: "MSC"
  case EV.sw: "SW"
  default: "type \(type) code"
  }
}

/// The number of a code by the kernel's name; `nil` if this room does not know the name.
package func evdevCode(named name: String) -> (type: UInt16, code: UInt16)? {
  let bytes = Array(name.utf8)
  for (type, table) in [
    (EV.abs, absNames), (EV.key, keyNames), (EV.syn, synNames), (EV.msc, mscNames),
    (EV.rel, relNames),
  ] {
    for entry in table where Array(entry.1.utf8) == bytes { return (type, entry.0) }
  }
  return nil
}

private let synNames: [(UInt16, String)] = [
  (0, "SYN_REPORT"), (1, "SYN_CONFIG"), (2, "SYN_MT_REPORT"), (3, "SYN_DROPPED"),
]

private let absNames: [(UInt16, String)] = [
  (0x00, "ABS_X"), (0x01, "ABS_Y"), (0x02, "ABS_Z"), (0x03, "ABS_RX"), (0x04, "ABS_RY"),
  (0x05, "ABS_RZ"), (0x06, "ABS_THROTTLE"), (0x07, "ABS_RUDDER"), (0x08, "ABS_WHEEL"),
  (0x09, "ABS_GAS"), (0x0a, "ABS_BRAKE"), (0x10, "ABS_HAT0X"), (0x11, "ABS_HAT0Y"),
  (0x18, "ABS_PRESSURE"), (0x19, "ABS_DISTANCE"), (0x1a, "ABS_TILT_X"), (0x1b, "ABS_TILT_Y"),
  (0x1c, "ABS_TOOL_WIDTH"), (0x20, "ABS_VOLUME"), (0x28, "ABS_MISC"), (0x2f, "ABS_MT_SLOT"),
  (0x30, "ABS_MT_TOUCH_MAJOR"), (0x31, "ABS_MT_TOUCH_MINOR"), (0x32, "ABS_MT_WIDTH_MAJOR"),
  (0x33, "ABS_MT_WIDTH_MINOR"), (0x34, "ABS_MT_ORIENTATION"), (0x35, "ABS_MT_POSITION_X"),
  (0x36, "ABS_MT_POSITION_Y"), (0x37, "ABS_MT_TOOL_TYPE"), (0x38, "ABS_MT_BLOB_ID"),
  (0x39, "ABS_MT_TRACKING_ID"), (0x3a, "ABS_MT_PRESSURE"), (0x3b, "ABS_MT_DISTANCE"),
  (0x3c, "ABS_MT_TOOL_X"), (0x3d, "ABS_MT_TOOL_Y"),
]

private let keyNames: [(UInt16, String)] = [
  (125, "KEY_LEFTMETA"), (126, "KEY_RIGHTMETA"), (188, "KEY_F18"), (189, "KEY_F19"),
  (190, "KEY_F20"), (0x100, "BTN_0"), (0x101, "BTN_1"), (0x102, "BTN_2"), (0x103, "BTN_3"),
  (0x104, "BTN_4"), (0x105, "BTN_5"), (0x106, "BTN_6"), (0x107, "BTN_7"), (0x108, "BTN_8"),
  (0x109, "BTN_9"), (0x110, "BTN_LEFT"), (0x111, "BTN_RIGHT"), (0x112, "BTN_MIDDLE"),
  (0x113, "BTN_SIDE"), (0x114, "BTN_EXTRA"), (0x120, "BTN_TRIGGER"), (0x130, "BTN_SOUTH"),
  (0x131, "BTN_EAST"), (0x132, "BTN_C"), (0x133, "BTN_NORTH"), (0x134, "BTN_WEST"),
  (0x135, "BTN_Z"), (0x136, "BTN_TL"), (0x137, "BTN_TR"), (0x138, "BTN_TL2"), (0x139, "BTN_TR2"),
  (0x13a, "BTN_SELECT"), (0x13b, "BTN_START"), (0x13c, "BTN_MODE"), (0x13d, "BTN_THUMBL"),
  (0x13e, "BTN_THUMBR"), (0x140, "BTN_TOOL_PEN"), (0x141, "BTN_TOOL_RUBBER"),
  (0x142, "BTN_TOOL_BRUSH"), (0x143, "BTN_TOOL_PENCIL"), (0x144, "BTN_TOOL_AIRBRUSH"),
  (0x145, "BTN_TOOL_FINGER"), (0x146, "BTN_TOOL_MOUSE"), (0x147, "BTN_TOOL_LENS"),
  (0x148, "BTN_TOOL_QUINTTAP"), (0x149, "BTN_STYLUS3"), (0x14a, "BTN_TOUCH"),
  (0x14b, "BTN_STYLUS"), (0x14c, "BTN_STYLUS2"), (0x14d, "BTN_TOOL_DOUBLETAP"),
  (0x14e, "BTN_TOOL_TRIPLETAP"), (0x14f, "BTN_TOOL_QUADTAP"), (0x220, "BTN_DPAD_UP"),
  (0x221, "BTN_DPAD_DOWN"), (0x222, "BTN_DPAD_LEFT"), (0x223, "BTN_DPAD_RIGHT"),
]

private let mscNames: [(UInt16, String)] = [
  (0, "MSC_SERIAL"), (3, "MSC_RAW"), (4, "MSC_SCAN"), (5, "MSC_TIMESTAMP"),
]

private let relNames: [(UInt16, String)] = [
  (0, "REL_X"), (1, "REL_Y"), (6, "REL_HWHEEL"), (8, "REL_WHEEL"),
]
