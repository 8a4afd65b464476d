import AllocationCount
import Dispatch
import FudeModel
import FudePad
import FudePadSources
import GameController
import Glibc
import Synchronization

/// How often memory is asked for in the steady state: one line each, the count last.
/// `Tests/GameControllerTests/AllocationTests.swift` reads them.
enum AllocationReport {
  static func run() {
    print("allocations over 4000 frames through PadIntents: \(intents())")
    print("allocations over 4000 reports, each waking the handler queue: \(wakings())")
  }

  private static func intents() -> Int64 {
    var stage = PadIntents(view: Size(width: 1920, height: 1080))
    for index in 0..<1000 { stage.receive(.pad(PadBenchmarks.report(index).frame)) { _ in } }
    let start = allocation_count()
    for index in 1000..<5000 { stage.receive(.pad(PadBenchmarks.report(index).frame)) { _ in } }
    return allocation_count() - start
  }

  /// Counts handler calls; a report is through when its stick was told.
  private final class Told: Sendable {
    let count = Atomic<Int>(0)
  }

  private static func wakings() -> Int64 {
    let pads = VirtualPads()
    PadCenter.shared.use([pads])
    pads.connect(DeviceID(0), PadTraits(name: "Pad", kind: .dualSense))
    guard let controller = GCController.controllers().first,
      let gamepad = controller.extendedGamepad
    else { preconditionFailure("the pad is there") }
    controller.handlerQueue = DispatchQueue(label: "input")
    let told = Told()
    gamepad.leftThumbstick.valueChangedHandler = { _, _, _ in
      told.count.add(1, ordering: .sequentiallyConsistent)
    }
    gamepad.buttonA.pressedChangedHandler = { _, _, _ in }
    gamepad.valueChangedHandler = { _, _ in }
    controller.input.dpads[.rightThumbstick]?.xAxis.valueDidChangeHandler = { _, _, _ in }
    var reports = 0
    func play(_ count: Int) {
      for _ in 0..<count {
        pads.report(report(reports))
        reports += 1
        while told.count.load(ordering: .sequentiallyConsistent) < reports { sched_yield() }
      }
    }
    play(1000)
    let start = allocation_count()
    play(4000)
    return allocation_count() - start
  }

  /// Both sticks, both triggers, buttons, fingers and motion, each frame another.
  private static func report(_ index: Int) -> PadReport {
    var report = PadBenchmarks.report(index)
    // Beyond the dead zone, so that every report is told.
    report.frame.leftStick = SIMD2(index.isMultiple(of: 2) ? 0.5 : -0.5, 0.25)
    report.firstTouch = PadTouch(x: Float(index % 100) / 100, y: 0.5)
    report.motion = PadMotion(acceleration: SIMD3(0, 1, 0), rotationRate: SIMD3(Float(index), 0, 0))
    return report
  }
}
