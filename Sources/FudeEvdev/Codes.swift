// The numbers of `linux/input-event-codes.h` that this room acts on, under the kernel's own words.

/// Event types, `EV_…`.
package enum EV {
  package static var syn: UInt16 { 0x00 }
  package static var key: UInt16 { 0x01 }
  package static var rel: UInt16 { 0x02 }
  package static var abs: UInt16 { 0x03 }
  package static var msc: UInt16 { 0x04 }
  package static var sw: UInt16 { 0x05 }
}

/// Synchronisation events, `SYN_…`.
package enum SYN {
  package static var report: UInt16 { 0 }
  package static var config: UInt16 { 1 }
  package static var mtReport: UInt16 { 2 }
  package static var dropped: UInt16 { 3 }
}

/// Absolute axes, `ABS_…`.
package enum ABS {
  package static var x: UInt16 { 0x00 }
  package static var y: UInt16 { 0x01 }
  package static var z: UInt16 { 0x02 }
  package static var rx: UInt16 { 0x03 }
  package static var ry: UInt16 { 0x04 }
  package static var rz: UInt16 { 0x05 }
  package static var wheel: UInt16 { 0x08 }
  package static var gas: UInt16 { 0x09 }
  package static var brake: UInt16 { 0x0a }
  package static var hat0x: UInt16 { 0x10 }
  package static var hat0y: UInt16 { 0x11 }
  package static var pressure: UInt16 { 0x18 }
  package static var distance: UInt16 { 0x19 }
  package static var tiltX: UInt16 { 0x1a }
  package static var tiltY: UInt16 { 0x1b }
  package static var toolWidth: UInt16 { 0x1c }
  package static var misc: UInt16 { 0x28 }
  package static var mtSlot: UInt16 { 0x2f }
  package static var mtTouchMajor: UInt16 { 0x30 }
  package static var mtTouchMinor: UInt16 { 0x31 }
  package static var mtWidthMajor: UInt16 { 0x32 }
  package static var mtWidthMinor: UInt16 { 0x33 }
  package static var mtOrientation: UInt16 { 0x34 }
  package static var mtPositionX: UInt16 { 0x35 }
  package static var mtPositionY: UInt16 { 0x36 }
  package static var mtToolType: UInt16 { 0x37 }
  package static var mtTrackingID: UInt16 { 0x39 }
  package static var mtPressure: UInt16 { 0x3a }
  package static var mtDistance: UInt16 { 0x3b }
  /// The codes that belong to a multitouch contact rather than to the device.
  package static var mtRange: ClosedRange<UInt16> { 0x2f...0x3d }
}

/// Kinds of a multitouch contact, `MT_TOOL_…`.
package enum MTTool {
  package static var finger: Int32 { 0 }
  package static var pen: Int32 { 1 }
  package static var palm: Int32 { 2 }
}

/// Relative axes, `REL_…`.
package enum REL {
  package static var x: UInt16 { 0x00 }
  package static var y: UInt16 { 0x01 }
}

/// Miscellaneous events, `MSC_…`.
package enum MSC {
  package static var serial: UInt16 { 0x00 }
  package static var scan: UInt16 { 0x04 }
  package static var timestamp: UInt16 { 0x05 }
}

/// Buttons, `BTN_…`.
package enum BTN {
  package static var number0: UInt16 { 0x100 }
  package static var number1: UInt16 { 0x101 }
  package static var left: UInt16 { 0x110 }
  package static var right: UInt16 { 0x111 }
  package static var trigger: UInt16 { 0x120 }
  package static var south: UInt16 { 0x130 }
  package static var east: UInt16 { 0x131 }
  package static var north: UInt16 { 0x133 }
  package static var west: UInt16 { 0x134 }
  package static var tl: UInt16 { 0x136 }
  package static var tr: UInt16 { 0x137 }
  package static var tl2: UInt16 { 0x138 }
  package static var tr2: UInt16 { 0x139 }
  package static var select: UInt16 { 0x13a }
  package static var start: UInt16 { 0x13b }
  package static var mode: UInt16 { 0x13c }
  package static var thumbL: UInt16 { 0x13d }
  package static var thumbR: UInt16 { 0x13e }
  package static var toolPen: UInt16 { 0x140 }
  package static var toolRubber: UInt16 { 0x141 }
  package static var toolBrush: UInt16 { 0x142 }
  package static var toolPencil: UInt16 { 0x143 }
  package static var toolAirbrush: UInt16 { 0x144 }
  package static var toolFinger: UInt16 { 0x145 }
  package static var toolMouse: UInt16 { 0x146 }
  package static var toolLens: UInt16 { 0x147 }
  package static var stylus3: UInt16 { 0x149 }
  package static var touch: UInt16 { 0x14a }
  package static var stylus: UInt16 { 0x14b }
  package static var stylus2: UInt16 { 0x14c }
  package static var toolDoubletap: UInt16 { 0x14d }
  package static var toolTripletap: UInt16 { 0x14e }
  package static var dpadUp: UInt16 { 0x220 }
  package static var dpadDown: UInt16 { 0x221 }
  package static var dpadLeft: UInt16 { 0x222 }
  package static var dpadRight: UInt16 { 0x223 }
}

/// Keys, `KEY_…`.
package enum KEY {
  package static var q: UInt16 { 16 }
  package static var leftMeta: UInt16 { 125 }
  package static var rightMeta: UInt16 { 126 }
  package static var f18: UInt16 { 188 }
  package static var f19: UInt16 { 189 }
  package static var f20: UInt16 { 190 }
}

/// Input properties, `INPUT_PROP_…`.
package enum INPUTPROP {
  package static var pointer: UInt16 { 0 }
  package static var direct: UInt16 { 1 }
  package static var buttonpad: UInt16 { 2 }
  package static var accelerometer: UInt16 { 6 }
}

/// Buses, `BUS_…`.
package enum BUS {
  package static var usb: UInt16 { 0x03 }
  package static var bluetooth: UInt16 { 0x05 }
}
