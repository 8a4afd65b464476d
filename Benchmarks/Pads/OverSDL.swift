import AllocationCount
import CSDL2
import Dispatch
import Foundation
import FudeModel
import FudePadSources
import GameController

/// What our layer adds to SDL: the same frames of the same controller, taken in turns by a bare SDL
/// loop and by `GameController` down to the app's handlers. Both see every press, or it stops.
///
/// The time is the processor's, of all threads together: a handler runs on another one.
struct OverSDL {
  private let pads = SteppedSDLPads()
  private let pad: OpaquePointer
  private let queue = DispatchQueue(label: "input")
  private let controller: GCController
  private let heard = Heard()

  /// What the handlers heard; touched on the handler queue only.
  private final class Heard: @unchecked Sendable {
    var presses = 0
    var changes = 0
    var x: Float = 0
  }

  /// What a game that uses SDL alone keeps.
  private struct Bare {
    var presses = 0
    var changes = 0
    var buttons: UInt32 = 0
    var axes = InlineArray<6, Int16>(repeating: 0)
  }

  private init?() {
    PadCenter.shared.use([pads])
    var description = SDL_VirtualJoystickDesc()
    description.version = UInt16(SDL_VIRTUAL_JOYSTICK_DESC_VERSION)
    description.type = UInt16(SDL_JOYSTICK_TYPE_GAMECONTROLLER.rawValue)
    description.naxes = 6
    description.nbuttons = 21
    guard let pad = SDL_JoystickOpen(SDL_JoystickAttachVirtualEx(&description)) else { return nil }
    self.pad = pad
    pads.step()
    guard let controller = GCController.controllers().last,
      let gamepad = controller.extendedGamepad
    else { return nil }
    self.controller = controller
    controller.handlerQueue = queue
    let heard = heard
    gamepad.buttonA.pressedChangedHandler = { _, _, isDown in if isDown { heard.presses += 1 } }
    gamepad.leftThumbstick.valueChangedHandler = { _, x, _ in
      heard.changes += 1
      heard.x = x
    }
  }

  static func run() {
    guard let bench = OverSDL() else { preconditionFailure("SDL has no virtual controller") }
    bench.costs(.together)
    bench.costs(.paced)
    bench.latencies()
    PadCenter.shared.use([])
  }

  /// Lets the controller do frame `index`: both sticks and a trigger move, a button every tenth.
  private func play(_ index: Int) {
    let angle = Int16(truncatingIfNeeded: index % 250 * 250 - 31000)
    for axis in 0..<5 { SDL_JoystickSetVirtualAxis(pad, Int32(axis), axis == 4 ? 0 : angle) }
    SDL_JoystickSetVirtualAxis(pad, 5, angle)
    SDL_JoystickSetVirtualButton(pad, 0, index % 10 < 5 ? 1 : 0)
  }

  private func takeBare(_ bare: inout Bare) {
    SDL_PumpEvents()
    var event = SDL_Event()
    while SDL_PollEvent(&event) != 0 {
      switch SDL_EventType(rawValue: event.type) {
      case SDL_CONTROLLERAXISMOTION:
        bare.changes += 1
        if event.caxis.axis < 6 { bare.axes[Int(event.caxis.axis)] = event.caxis.value }
      case SDL_CONTROLLERBUTTONDOWN:
        bare.presses += event.cbutton.button == 0 ? 1 : 0
        bare.buttons |= 1 << UInt32(event.cbutton.button)
      case SDL_CONTROLLERBUTTONUP: bare.buttons &= ~(1 << UInt32(event.cbutton.button))
      default: break
      }
    }
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  private enum Way {
    /// The handler's queue is woken once for fifty frames: what our code costs.
    case together
    /// A thousand frames a second: the handler's thread sleeps and is woken for each, which is the
    /// kernel's and libdispatch's work on top.
    case paced
  }

  private func costs(_ way: Way) {
    let frames = way == .together ? 50 : 40
    let rounds = way == .together ? 2000 : 60
    var bareCosts: [Double] = []
    var ourCosts: [Double] = []
    var allocations = 0
    var index = 0
    for round in 0..<rounds + 5 {
      var bare = Bare()
      let start = OverSDL.processorTime()
      let bareAllocations = allocation_count()
      for frame in index..<index + frames {
        play(frame)
        takeBare(&bare)
        if way == .paced { usleep(1000) }
      }
      queue.sync {}
      let middle = OverSDL.processorTime()
      let ourAllocations = allocation_count()
      heard.presses = 0
      if way == .together { queue.suspend() }
      for frame in index..<index + frames {
        play(frame)
        pads.step()
        if way == .paced { usleep(1000) }
      }
      if way == .together { queue.resume() }
      queue.sync {}
      let end = OverSDL.processorTime()
      let last = allocation_count()
      precondition(bare.presses == frames / 10, "SDL gave every press")
      precondition(heard.presses == bare.presses, "so did our handlers: \(heard.presses)")
      // Beyond the dead zone both have the stick on the same side.
      precondition(
        abs(Int(bare.axes[0])) < 5000 || (heard.x > 0) == (bare.axes[0] > 0),
        "the stick is where SDL has it")
      precondition(heard.changes > 0, "the stick's handler is called")
      index += frames
      guard round >= 5 else { continue }
      bareCosts.append((middle - start) / Double(frames))
      ourCosts.append((end - middle) / Double(frames))
      allocations += Int((last - ourAllocations) - (ourAllocations - bareAllocations))
    }
    let added = zip(ourCosts, bareCosts).map { $0 - $1 }
    let bare = PadBenchmarks.median(bareCosts)
    let ours = PadBenchmarks.median(ourCosts)
    print(
      String(
        format: "over SDL, %@: bare %.2f µs a frame, with us %.2f (%.2f times), added %.2f µs; "
          + "%.4f allocations more",
        way == .together ? "fifty frames a waking" : "1000 frames a second", bare, ours,
        ours / bare, PadBenchmarks.median(added),
        Double(allocations) / Double(rounds * frames)))
  }

  /// From the controller's move to who waits for it.
  private func latencies() {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var arrived = ContinuousClock.now
    controller.extendedGamepad?.buttonA.pressedChangedHandler = { _, _, _ in
      arrived = .now
      done.signal()
    }
    var bareTimes: [Double] = []
    var ourTimes: [Double] = []
    for index in 0..<2000 {
      var bare = Bare()
      SDL_JoystickSetVirtualButton(pad, 0, 1)
      var start = ContinuousClock.now
      while bare.presses == 0 { takeBare(&bare) }
      bareTimes.append((ContinuousClock.now - start) / .microseconds(1))
      SDL_JoystickSetVirtualButton(pad, 0, 0)
      takeBare(&bare)
      // The same button, now for us: its state there is still up.
      SDL_JoystickSetVirtualButton(pad, 0, 1)
      start = .now
      pads.step()
      done.wait()
      ourTimes.append((arrived - start) / .microseconds(1))
      SDL_JoystickSetVirtualButton(pad, 0, 0)
      pads.step()
      done.wait()
      if index.isMultiple(of: 8) { usleep(500) }
    }
    let bare = PadBenchmarks.median(bareTimes)
    let ours = PadBenchmarks.median(ourTimes)
    print(
      String(
        format: "latency over SDL: its event %.1f µs after the move, our handler on its queue %.1f "
          + "(99 %% under %.1f), added %.1f µs",
        bare, ours, ourTimes.sorted()[ourTimes.count * 99 / 100], ours - bare))
  }
}
