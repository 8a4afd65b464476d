import FudeEvdev
import FudeModel

/// Puts records into lines of our format.
enum RecordLineWriter {
  /// A frame of the kernel's events; without a value of `SYN_REPORT` it has not ended.
  static func frame(
    _ events: [RawEvent], device: Int, at time: Timestamp, reportValue: Int32?,
    into line: inout JSONLine
  ) {
    begin(time, device, &line)
    line.key("e")
    line.beginArray()
    for event in events {
      line.beginArray()
      line.value(event.type)
      line.value(event.code)
      line.value(event.value)
      if event.time != time { line.value((event.time - time).microseconds) }
      line.endArray()
    }
    line.endArray()
    if reportValue == nil {
      line.key("open")
      line.value(true)
    } else if let reportValue, reportValue != 0 {
      line.key("syn")
      line.value(reportValue)
    }
    line.endObject()
  }

  private static func begin(_ time: Timestamp, _ device: Int, _ line: inout JSONLine) {
    line.beginObject()
    line.key("t")
    line.value(time.microseconds)
    line.key("d")
    line.value(device)
  }

  /// Any record but the kernel's events.
  static func write(_ record: Record, into line: inout JSONLine) {
    switch record {
    case .raw: return
    case .input(let event):
      begin(event.time, Int(event.device.rawValue), &line)
      write(event, into: &line)
    case .pointer(let pointer):
      begin(pointer.time, Int(pointer.device.rawValue), &line)
      write(pointer, into: &line)
    case .report(let report):
      begin(report.time, Int(report.device.rawValue), &line)
      line.key("hid")
      line.value(Hex.text(report.bytes))
      if report.kind != .input {
        line.key("report")
        line.value(report.kind.rawValue)
      }
      if let label = report.label {
        line.key("label")
        line.value(label)
      }
    case .link(let link):
      begin(link.time, Int(link.device.rawValue), &line)
      write(link.content, into: &line)
    case .annotation(let annotation): write(annotation, into: &line)
    }
    line.endObject()
  }

  private static func write(_ annotation: Annotation, into line: inout JSONLine) {
    line.beginObject()
    if let time = annotation.time {
      line.key("t")
      line.value(time.microseconds)
    }
    if let device = annotation.device {
      line.key("d")
      line.value(device.rawValue)
    }
    line.key(annotation.isExpectation ? "expect" : "note")
    line.value(annotation.text)
  }

  private static func write(_ content: LinkRecord.Content, into line: inout JSONLine) {
    func gatt(_ characteristic: String, _ bytes: [UInt8], _ direction: String?) {
      line.key("gatt")
      line.value(Hex.text(bytes))
      line.key("characteristic")
      line.value(characteristic)
      guard let direction else { return }
      line.key("direction")
      line.value(direction)
    }
    switch content {
    case .notification(let characteristic, let bytes): gatt(characteristic, bytes, nil)
    case .read(let characteristic, let bytes): gatt(characteristic, bytes, "read")
    case .write(let characteristic, let bytes): gatt(characteristic, bytes, "write")
    case .state(let word):
      line.key("link")
      line.value(word)
    case .signal(let rssi):
      line.key("rssi")
      line.value(rssi)
    }
  }

  private static func write(_ event: InputEvent, into line: inout JSONLine) {
    switch event {
    case .pen(let sample):
      line.key("pen")
      write(sample, into: &line)
    case .touch(let frame):
      line.key("touch")
      line.beginArray()
      for contact in frame.contacts { write(contact, into: &line) }
      line.endArray()
    case .pad(let frame):
      line.key("pad")
      write(frame, into: &line)
    case .penClick(let click):
      line.key("click")
      line.value(click.kind.word)
      if let held = click.held {
        line.key("held")
        line.value(held.microseconds)
      }
    case .lost(_, _, let cause):
      line.key("lost")
      switch cause {
      case .removed: line.value("removed")
      case .overflow: line.value("overflow")
      case .endOfRecording: line.value("end")
      }
    }
  }

  private static func write(_ sample: PenSample, into line: inout JSONLine) {
    line.beginObject()
    line.key("state")
    switch sample.state {
    case .out: line.value("out")
    case .near: line.value("near")
    case .touching: line.value("touch")
    case .hovering(let distance):
      line.value("hover")
      if let distance {
        line.key("distance")
        line.value(distance)
      }
    }
    if let position = sample.position { write(position, &line) }
    if let pressure = sample.pressure {
      line.key("p")
      line.value(pressure)
    }
    if let tilt = sample.tilt {
      line.key("tilt")
      line.beginArray()
      line.value(tilt.x)
      line.value(tilt.y)
      line.endArray()
    }
    if let twist = sample.twist {
      line.key("twist")
      line.value(twist)
    }
    if sample.tool != .pen {
      line.key("tool")
      line.value(sample.tool.word)
    }
    if !sample.buttons.isEmpty {
      line.key("buttons")
      line.value(sample.buttons.rawValue)
    }
    line.endObject()
  }

  private static func write(_ position: Point, _ line: inout JSONLine) {
    line.key("x")
    line.value(position.x)
    line.key("y")
    line.value(position.y)
  }

  private static func write(_ contact: Contact, into line: inout JSONLine) {
    line.beginObject()
    line.key("id")
    line.value(contact.id.rawValue & 0xffff_ffff)
    line.key("phase")
    switch contact.phase {
    case .began: line.value("began")
    case .moved: line.value("moved")
    case .ended: line.value("ended")
    case .cancelled: line.value("cancelled")
    }
    write(contact.position, &line)
    if let size = contact.size {
      line.key("size")
      line.beginArray()
      line.value(size.major)
      line.value(size.minor)
      if let orientation = size.orientation { line.value(orientation) }
      line.endArray()
    }
    if let pressure = contact.pressure {
      line.key("p")
      line.value(pressure)
    }
    if contact.isPalmByDevice {
      line.key("palm")
      line.value(true)
    }
    line.endObject()
  }

  private static func write(_ frame: PadFrame, into line: inout JSONLine) {
    line.beginObject()
    line.key("buttons")
    line.value(frame.buttons.rawValue)
    for (key, stick) in [("left", frame.leftStick), ("right", frame.rightStick)] {
      line.key(key)
      line.beginArray()
      line.value(stick.x)
      line.value(stick.y)
      line.endArray()
    }
    line.key("triggers")
    line.beginArray()
    line.value(frame.leftTrigger)
    line.value(frame.rightTrigger)
    line.endArray()
    line.endObject()
  }

  private static func write(_ pointer: PointerRecord, into line: inout JSONLine) {
    line.key("pointer")
    line.beginObject()
    line.key("event")
    line.value(pointer.event)
    line.key("id")
    line.value(pointer.pointer)
    line.key("type")
    line.value(pointer.kind)
    write(pointer.position, &line)
    if let pressure = pointer.pressure {
      line.key("p")
      line.value(pressure)
    }
    for (key, pair) in [("tilt", pointer.tilt), ("size", pointer.size)] {
      guard let pair else { continue }
      line.key(key)
      line.beginArray()
      line.value(pair.x)
      line.value(pair.y)
      line.endArray()
    }
    if let twist = pointer.twist {
      line.key("twist")
      line.value(twist)
    }
    if pointer.buttons != 0 {
      line.key("buttons")
      line.value(pointer.buttons)
    }
    if pointer.isCoalesced {
      line.key("coalesced")
      line.value(true)
    }
    line.endObject()
  }
}
