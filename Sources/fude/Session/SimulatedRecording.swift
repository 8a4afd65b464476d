import FudeModel
import FudeRecording
import FudeSimulation

extension Simulation {
  /// Writes the session as a recording that says it is simulated.
  func write(
    to output: RecordingOutput, options: Options
  ) throws(RecordingError) {
    let hand = options.isLeftHanded ? "left" : "right"
    var writer = try RecordingWriter(
      to: output,
      provenance: Provenance(
        writer: "fude \(Fude.version)",
        simulation: "a writing hand of FudeSimulation, \(hand), text \"\(options.text)\"",
        seed: options.seed,
        remarks: ["simulated, not measured: for demonstration and tests"]))
    for device in devices {
      try writer.add(RecordedDevice(description: device, level: .evdev))
    }
    for event in events { try writer.write(.raw(event.device, event.raw)) }
    try writer.finish()
  }

  /// The session as the bytes of a recording.
  static func recording(_ options: Options) throws(RecordingError) -> [UInt8] {
    let output = RecordingOutput()
    try Simulation(options).write(to: output, options: options)
    return output.bytes
  }

  /// The truth about each contact, one JSON object a line.
  var labelLines: String {
    var text = ""
    for label in labels {
      text += JSONText.object([
        ("contact", .integer(Int64(label.trackingID))),
        ("began_us", .integer(label.began.microseconds)),
        ("ended_us", .integer(label.ended.microseconds)),
        ("truth", .text(label.truth.word)),
      ])
      text += "\n"
    }
    return text
  }
}

extension ContactTruth {
  /// The truth as a word.
  var word: String {
    switch self {
    case .palm: "palm"
    case .finger: "finger"
    case .secondHand: "second-hand"
    }
  }
}
