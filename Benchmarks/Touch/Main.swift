import AllocationCount
import FudeModel
import FudeTouch

/// What arbitration costs: time for each touch frame of ten contacts, and allocations.
///
/// `swift run -c release -Xswiftc -cross-module-optimization TouchBenchmarks`
@main
enum Main {
  static func main() {
    measure(withPen: false, palms: 0)
    measure(withPen: true, palms: 0)
    measure(withPen: true, palms: 5)
  }

  /// Ten contacts that move in circles for two seconds at a time: some of a palm, the others far off.
  private static func measure(withPen: Bool, palms: Int) {
    let frames = (0..<200).map { frame(at: $0, phase: .moved, palms: palms) }
    var rejector = PalmRejector()
    var decisions = 0
    // The pen leans to the right, so that the hand is known before the contacts land.
    if withPen { for step in -200...0 { rejector.receive(pen(at: Int64(step))) { _ in } } }
    rejector.receive(.touch(frame(at: 0, phase: .began, palms: palms))) { _ in decisions += 1 }
    rejector.advance(to: Timestamp(microseconds: 250_000)) { _ in decisions += 1 }
    guard decisions == 20 else {
      print("wrong: ten contacts gave \(decisions) decisions")
      return
    }
    var times: [Double] = []
    times.reserveCapacity(30)
    let clock = ContinuousClock()
    var step: Int64 = 30
    let allocated = allocation_count()
    for round in 0..<30 {
      let taken = clock.measure {
        for index in frames.indices {
          step += 1
          var frame = frames[index]
          frame.time = Timestamp(microseconds: step * 10_000)
          rejector.receive(.touch(frame)) { _ in decisions += 1 }
        }
      }
      if round > 4 { times.append(Double(taken.components.attoseconds) / 1e12 / 200) }
    }
    let allocations = allocation_count() - allocated
    var samples: [Double] = []
    for _ in 0..<30 {
      let taken = clock.measure {
        for _ in 0..<200 {
          step += 1
          rejector.receive(pen(at: step)) { _ in decisions += 1 }
        }
      }
      samples.append(Double(taken.components.attoseconds) / 1e12 / 200)
    }
    times.sort()
    samples.sort()
    let what = withPen ? "\(palms) of them a palm's, a pen in range" : "no pen"
    print(
      "ten contacts, \(what): \(text(times[times.count / 2])) µs a frame (best \(text(times[0]))), "
        + "\(allocations) allocations in 6000 frames; "
        + "\(text(samples[samples.count / 2])) µs a pen sample")
  }

  private static func text(_ value: Double) -> String { decimalText(value, places: 3) }

  private static func pen(at step: Int64) -> InputEvent {
    .pen(
      PenSample(
        time: Timestamp(microseconds: step * 10_000), device: DeviceID(0), surface: SurfaceID(0),
        state: .touching, position: Point(x: 90 + Double(step & 15), y: 70),
        tilt: Tilt(x: 0.4, y: 0.2)))
  }

  private static func frame(at step: Int, phase: ContactPhase, palms: Int) -> TouchFrame {
    let swing = Maths.sinCos(Double(step) * 0.0314159)
    return TouchFrame(
      time: Timestamp(microseconds: 0), device: DeviceID(1), surface: SurfaceID(0),
      contacts: (0..<10).map { number in
        let isPalm = number < palms
        let x = (isPalm ? 130.0 : -40) + Double(number % 5) * 9 + 8 * swing.cos
        let y = 90 + Double(number % 5) * 6 + 8 * swing.sin
        return Contact(
          id: ContactID(UInt64(number)), phase: phase, position: Point(x: x, y: y),
          size: ContactSize(major: isPalm ? 14 : 5, minor: 4))
      })
  }
}
