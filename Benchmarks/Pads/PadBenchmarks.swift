import AllocationCount
import Dispatch
import Foundation
import FudeModel
import FudePad
import FudePadSources
import GameController

/// What a report costs in our layers, how late it comes, and whether anything is allocated.
///
///     swift run -c release PadBenchmarks             costs, latency and allocations
///     swift run -c release PadBenchmarks sdl         the same frames through a bare SDL loop and us
///     swift run -c release PadBenchmarks allocations what a report asks of memory, for the tests
///     swift run -c release PadBenchmarks torture [SEED]  a million random frames and mappings
@main
enum PadBenchmarks {
  static func main() {
    switch CommandLine.arguments.dropFirst().first {
    case "torture":
      Torture.run(seed: CommandLine.arguments.dropFirst(2).first.flatMap { UInt64($0) })
    case "sdl": OverSDL.run()
    case "allocations": AllocationReport.run()
    default:
      intents()
      gameController()
      latency()
    }
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  static func microseconds(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    return (clock.measure(body)) / .microseconds(1)
  }

  /// Reports at 250 Hz with circling sticks and a button now and then.
  static func report(_ index: Int) -> PadReport {
    let angle = Float(index % 250) / 250 * 2 - 1
    let frame = PadFrame(
      time: Timestamp(microseconds: Int64(index) * 4000), device: DeviceID(0),
      buttons: index % 50 < 10 ? .south : [], leftStick: SIMD2(angle, 1 - abs(angle)),
      rightStick: SIMD2(-angle, angle), leftTrigger: abs(angle))
    return PadReport(frame: frame)
  }

  private static func intents() {
    let count = 200_000
    var costs: [Double] = []
    var moves = 0
    var allocations: Int64 = 0
    for _ in 0..<7 {
      var stage = PadIntents(view: Size(width: 1920, height: 1080))
      for index in 0..<1000 { stage.receive(.pad(report(index).frame)) { _ in moves += 1 } }
      let before = allocation_count()
      costs.append(
        microseconds {
          for index in 1000..<count { stage.receive(.pad(report(index).frame)) { _ in moves += 1 } }
        } / Double(count - 1000))
      allocations = allocation_count() - before
    }
    precondition(moves > count, "the pointer moves")
    print(
      String(
        format: "intents: %.3f µs a frame, %d allocations in %d frames", median(costs),
        Int(allocations), count))
  }

  /// From a source's report to the app's handlers, all on one thread's processor time.
  private static func gameController() {
    let pads = VirtualPads()
    PadCenter.shared.use([pads])
    pads.connect(DeviceID(0), PadTraits(name: "Pad", kind: .dualShock))
    guard let controller = GCController.controllers().first,
      let gamepad = controller.extendedGamepad
    else { preconditionFailure("the pad is there") }
    let queue = DispatchQueue(label: "input")
    controller.handlerQueue = queue
    nonisolated(unsafe) var calls = 0
    gamepad.valueChangedHandler = { _, _ in calls += 1 }
    gamepad.buttonA.pressedChangedHandler = { _, _, _ in calls += 1 }
    // Thirty-two reports to a waking of the queue, and one: what a waking costs is libdispatch's.
    for batch in [32, 1] {
      let rounds = 2000
      func play(from first: Int) {
        for index in first..<first + batch { pads.report(report(index)) }
        queue.sync {}
      }
      for round in 0..<100 { play(from: round * batch) }
      var costs = [Double](repeating: 0, count: rounds)
      let idle = allocation_count()
      for round in 0..<rounds { costs[round] = microseconds { queue.sync {} } }
      let before = allocation_count()
      let ofWaiting = before - idle
      for round in 0..<rounds {
        costs[round] = microseconds { play(from: (100 + round) * batch) } / Double(batch)
      }
      let allocations = allocation_count() - before - ofWaiting
      precondition(calls > rounds, "the handlers are called")
      print(
        String(
          format: "GameController, %2d reports a waking: %.3f µs a report, %.4f allocations",
          batch, median(costs), Double(allocations) / Double(rounds * batch)))
    }
  }

  /// How long after a source's report the handler runs, the queue being idle before.
  private static func latency() {
    guard let controller = GCController.controllers().first else { return }
    let pads = VirtualPads()
    PadCenter.shared.use([pads])
    pads.connect(DeviceID(0), PadTraits(name: "Pad"))
    let fresh = GCController.controllers().first { $0 !== controller } ?? controller
    fresh.handlerQueue = DispatchQueue(label: "input", qos: .userInteractive)
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var arrived = ContinuousClock.now
    fresh.extendedGamepad?.buttonA.pressedChangedHandler = { _, _, _ in
      arrived = .now
      done.signal()
    }
    var times: [Double] = []
    for index in 0..<2000 {
      let start = ContinuousClock.now
      pads.report(
        PadReport(
          frame: PadFrame(
            time: Timestamp(microseconds: Int64(index) * 4000), device: DeviceID(0),
            buttons: index.isMultiple(of: 2) ? .south : [])))
      done.wait()
      times.append((arrived - start) / .microseconds(1))
      usleep(200)
    }
    let sorted = times.sorted()
    print(
      String(
        format: "latency of our layer, report to handler: median %.1f µs, 99 %% under %.1f µs",
        median(times), sorted[sorted.count * 99 / 100]))
  }
}
