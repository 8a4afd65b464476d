import Foundation
import FudeEvdev
import FudeModel
import FudeRecording

/// Reads a long session and says how long that took.
enum Speed {
  /// Writes a session of at least `count` raw events: a pen at 250 Hz and three fingers at 125 Hz.
  static func generate(_ count: Int, to path: String) throws(RecordingError) {
    let output = try RecordingOutput(path: path)
    var writer = try RecordingWriter(
      to: output,
      provenance: Provenance(
        writer: "RecordingBenchmarks", simulation: "a random walk of pen and fingers", seed: 1))
    let pen = try writer.add(RecordedDevice(description: penDescription, level: .evdev))
    let touch = try writer.add(RecordedDevice(description: touchDescription, level: .evdev))
    var walk = Walk()
    var written = 0
    var step = 0
    while written < count {
      for event in walk.pen(step) {
        try writer.write(.raw(pen, event))
        written += 1
      }
      if step.isMultiple(of: 2) {
        for event in walk.touch(step) {
          try writer.write(.raw(touch, event))
          written += 1
        }
      }
      step += 1
    }
    try writer.finish()
  }

  static let penDescription = DeviceDescription(
    name: "generated pen", bus: 6, properties: [1],
    codes: [0x140, 0x14a].map { EventCode(type: 1, code: $0) },
    axes: [
      AxisDescription(code: 0, minimum: 0, maximum: 29000, resolution: 100),
      AxisDescription(code: 1, minimum: 0, maximum: 19000, resolution: 100),
      AxisDescription(code: 0x18, minimum: 0, maximum: 4095),
    ])

  static let touchDescription = DeviceDescription(
    name: "generated touchscreen", bus: 6, properties: [1],
    codes: [EventCode(type: 1, code: 0x14a)],
    axes: [
      AxisDescription(code: 0x2f, minimum: 0, maximum: 9),
      AxisDescription(code: 0x35, minimum: 0, maximum: 11600, resolution: 40),
      AxisDescription(code: 0x36, minimum: 0, maximum: 7600, resolution: 40),
      AxisDescription(code: 0x39, minimum: 0, maximum: 65535),
    ])

  /// Reads the file `rounds` times and prints the median.
  static func read(_ path: String, rounds: Int) throws(RecordingError) {
    var seconds: [Double] = []
    var counts: Set<String> = []
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      var reader = try SessionReader([.path(path)])
      var events = 0
      while try reader.next() != nil { events += 1 }
      let span = ContinuousClock.now - start
      seconds.append(Double(span.components.attoseconds) * 1e-18 + Double(span.components.seconds))
      counts.insert("\(reader.recordCount) raw events, \(events) decoded")
    }
    let median = seconds.sorted()[rounds / 2]
    // 0 is RUSAGE_SELF, which the two C libraries import under different types.
    var usage = rusage()
    getrusage(0, &usage)
    print("\(counts.sorted().joined(separator: " / ")): median \(median) s of \(rounds) rounds")
    print("largest memory so far: \(usage.ru_maxrss / 1024) MB")
  }
}

/// The generated motion.
private struct Walk {
  private var state: UInt64 = 1
  private var x: Int32 = 14000
  private var y: Int32 = 9000
  private var fingers: [(x: Int32, y: Int32)?] = [nil, nil, nil]
  private var identity: Int32 = 0

  private mutating func random(_ range: ClosedRange<Int32>) -> Int32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let span = UInt64(range.upperBound - range.lowerBound + 1)
    return range.lowerBound + Int32((state >> 33) % span)
  }

  private func event(_ step: Int, _ type: UInt16, _ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(
      time: Timestamp(microseconds: Int64(step) * 4000), type: type, code: code, value: value)
  }

  mutating func pen(_ step: Int) -> [RawEvent] {
    var events: [RawEvent] = []
    let phase = step % 250
    if step == 0 { events.append(event(step, 1, 0x140, 1)) }
    x = max(0, min(29000, x + random(-60...60)))
    y = max(0, min(19000, y + random(-60...60)))
    events.append(event(step, 3, 0, x))
    events.append(event(step, 3, 1, y))
    if phase < 200 { events.append(event(step, 3, 0x18, 1000 + random(-200...200))) }
    if phase == 0 { events.append(event(step, 1, 0x14a, 1)) }
    if phase == 200 {
      events.append(event(step, 3, 0x18, 0))
      events.append(event(step, 1, 0x14a, 0))
    }
    return events + [event(step, 0, 0, 0)]
  }

  mutating func touch(_ step: Int) -> [RawEvent] {
    var events: [RawEvent] = []
    for slot in fingers.indices {
      events.append(event(step, 3, 0x2f, Int32(slot)))
      if random(0...99) == 0 {
        if fingers[slot] != nil {
          fingers[slot] = nil
          events.append(event(step, 3, 0x39, -1))
        } else {
          fingers[slot] = (random(0...11600), random(0...7600))
          identity = (identity + 1) % 65536
          events.append(event(step, 3, 0x39, identity))
        }
      }
      guard let finger = fingers[slot] else { continue }
      let moved = (x: finger.x + random(-3...3), y: finger.y + random(-3...3))
      fingers[slot] = moved
      events.append(event(step, 3, 0x35, moved.x))
      events.append(event(step, 3, 0x36, moved.y))
    }
    return events + [event(step, 0, 0, 0)]
  }
}
