import FudeModel
import FudeTouch
import Testing

/// I15 (tldraw/tldraw#7550): the same stroke at two touch rates has the same widths.
@Suite struct AssociationRateTests {
  @Test func aStrokeAt60And240HertzHasTheSamePressures() {
    let slow = pressures(interval: 16_667)
    let fast = pressures(interval: 4_167)
    #expect(slow.count > 40)
    for (time, pressure) in slow {
      guard let near = fast.min(by: { abs($0.time - time) < abs($1.time - time) }) else { continue }
      // Where the pressure is compared, the two differ in time by at most half a fast frame.
      #expect(abs(near.pressure - pressure) <= 0.02 * pressure, "at \(time) µs")
    }
  }

  private func force(at microseconds: Int64) -> Float {
    Float(0.5 + 0.2 * Maths.sinCos(Double(microseconds) / 250_000).sin)
  }

  private func pressures(interval: Int64) -> [(time: Int64, pressure: Float)] {
    let pen = DeviceID(10)
    let delay: Int64 = 48_000
    var events: [AssociationInput] = [.connected(pen, at: .zero)]
    let start: Int64 = 1_000_000
    let end: Int64 = 2_000_000
    for time in stride(from: start, through: end, by: Int(interval)) {
      events.append(touch(time, time == start ? .began : .moved))
    }
    events.append(touch(end, .ended))
    for time in stride(from: start, through: end, by: 12_500) {
      events.append(
        .pen(
          RadioPenReport(
            time: Timestamp(microseconds: time + delay), pen: pen, tip: time == start ? true : nil,
            pressure: force(at: time))))
    }
    events.append(
      .pen(RadioPenReport(time: Timestamp(microseconds: end + delay), pen: pen, tip: false)))
    events.sort { $0.time < $1.time }
    var stage = PenAssociator()
    var points: [UInt64: (time: Int64, pressure: Float)] = [:]
    var settled: [(time: Int64, pressure: Float)] = []
    for event in events {
      stage.receive(event) { said in
        switch said {
        case .sample(let sample):
          let point = (time: sample.time.microseconds, pressure: sample.pressure ?? -1)
          if let token = sample.token { points[token] = point } else { settled.append(point) }
        case .pressure(let update):
          if let point = points.removeValue(forKey: update.token) {
            settled.append((point.time, update.pressure))
          }
        case .decision: break
        }
      }
    }
    #expect(points.isEmpty)
    return settled.sorted { $0.time < $1.time }
  }

  private func touch(_ time: Int64, _ phase: ContactPhase) -> AssociationInput {
    .touch(
      TouchFrame(
        time: Timestamp(microseconds: time), device: DeviceID(0), surface: SurfaceID(0),
        contacts: [
          Contact(
            id: ContactID(1), phase: phase, position: Point(x: Double(time - 1_000_000) / 1e4, y: 9)
          )
        ]))
  }
}
