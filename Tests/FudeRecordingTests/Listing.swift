import FudeEvdev
import FudeModel
import FudeRecording

/// A session as text, for files that are read in diffs.
func listing(_ sources: [RecordingSource], options: SessionReader.Options = .init()) throws
  -> String
{
  var reader = try SessionReader(sources, options: options)
  var events = ""
  while let event = try reader.next() { events += line(event) + "\n" }
  var text = ""
  for device in reader.devices {
    text += "device \(device.id.rawValue): \(device.role.label), \(device.level.rawValue)"
    if let surface = device.surface { text += ", surface \(surface.rawValue)" }
    text += device.device.isSynthesised ? ", made up\n" : "\n"
  }
  for surface in reader.surfaces {
    text += "surface \(surface.id.rawValue): \(number(surface.size.width)) × "
    text += "\(number(surface.size.height)) mm\(surface.isMetric ? "" : ", nominal")\n"
  }
  text += events
  for device in reader.devices {
    for note in reader.decoderNotes(of: device.id) {
      text += "device \(device.id.rawValue): \(note.count) × \(note.code)\n"
    }
  }
  for note in reader.notes {
    text += "\(note.line.map { "line \($0): " } ?? "")\(note.count) × \(note.code.rawValue): "
    text += "\(note.sentence.split(separator: "/").last ?? "")\n"
  }
  return text
}

private func number(_ value: Double) -> String { decimalText(value, places: 2) }

private func number(_ value: Float) -> String { decimalText(Double(value), places: 3) }

private func line(_ event: InputEvent) -> String {
  let time = decimalText(event.time.seconds, places: 6)
  return "\(time) \(event.device.rawValue) " + body(event)
}

private func body(_ event: InputEvent) -> String {
  switch event {
  case .pen(let sample):
    var text = "pen "
    switch sample.state {
    case .out: text += "out"
    case .near: text += "near"
    case .touching: text += "touching"
    case .hovering(let distance): text += "hovering" + (distance.map { " \(number($0))" } ?? "")
    }
    if let place = sample.position { text += " at \(number(place.x)), \(number(place.y))" }
    if let pressure = sample.pressure { text += ", pressure \(number(pressure))" }
    if let tilt = sample.tilt { text += ", tilt \(number(tilt.x)), \(number(tilt.y))" }
    if let twist = sample.twist { text += ", twist \(number(twist))" }
    if sample.tool != .pen { text += ", \(sample.tool)" }
    if !sample.buttons.isEmpty { text += ", buttons \(sample.buttons.rawValue)" }
    return text
  case .touch(let frame):
    return "touch "
      + frame.contacts.map { contact in
        var text = "\(contact.id.rawValue & 0xffff_ffff) \(contact.phase) at "
        text += "\(number(contact.position.x)), \(number(contact.position.y))"
        if let size = contact.size { text += ", \(number(size.major)) × \(number(size.minor))" }
        if contact.isPalmByDevice { text += ", palm" }
        return text
      }.joined(separator: "; ")
  case .pad(let frame):
    return "pad buttons \(frame.buttons.rawValue), left \(number(frame.leftStick.x)), "
      + "\(number(frame.leftStick.y)), right \(number(frame.rightStick.x)), "
      + "\(number(frame.rightStick.y)), triggers \(number(frame.leftTrigger)), "
      + number(frame.rightTrigger)
  case .penClick(let click):
    return "click \(click.kind)"
      + (click.held.map { ", held \(decimalText($0.milliseconds, places: 3)) ms" } ?? "")
  case .lost(_, _, let cause): return "lost: \(cause)"
  }
}
