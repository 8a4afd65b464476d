// The flow of Adonit's public iOS guide: enable the manager, register a view, take strokes with
// their coalesced points, follow the suggestions about gestures, and give the buttons shortcuts.
//
// The old names are deprecated: a compiler says so wherever they are used. Code that is deprecated
// itself, as all of this is, hears nothing. As in the vendor's own Swift, the shared instance is an
// optional once it is kept.
import AdonitCompat
import Foundation
import FudeModel
import FudeStylus
import TouchStandIns

/// The guide's canvas: takes strokes and suggestions.
@available(*, deprecated, message: "Shows the discontinued SDK; see Examples/Newcomer.")
final class Canvas: JotStrokeDelegate {
  let view = UIView(frame: CGRect(x: 0, y: 0, width: 1366, height: 1024))
  private var points: [JotStroke: Int] = [:]
  private var began = 0
  private var ended = 0
  private var cancelled = 0
  private var total = 0
  private var greatest: CGFloat = 0

  func viewDidLoad() {
    let manager = JotStylusManager.sharedInstance()
    manager?.jotStrokeDelegate = self
    manager?.register(view)
    manager?.suggestionToEnableGesturesDelay = 0.5
    manager?.lineSmoothingAmount = 0.80
    manager?.writingStyle = .rightAverage
    manager?.addShortcutOptionButton1Default(
      JotShortcut(
        descriptiveText: "Undo", key: "undo", repeatRate: 0.2, usableWithStylusDepressed: true
      ) { print("undo") })
    manager?.addShortcutOptionButton2Default(
      JotShortcut(descriptiveText: "Redo", key: "redo", usableWithStylusDepressed: false) {
        print("redo")
      })
    manager?.enable()
  }

  func jotStylusStrokeBegan(_ stylusStroke: JotStroke) {
    began += 1
    points[stylusStroke] = 0
    draw(stylusStroke)
  }

  func jotStylusStrokeMoved(_ stylusStroke: JotStroke) { draw(stylusStroke) }

  func jotStylusStrokeEnded(_ stylusStroke: JotStroke) {
    draw(stylusStroke)
    ended += 1
    total += points.removeValue(forKey: stylusStroke) ?? 0
  }

  func jotStylusStrokeCancelled(_ stylusStroke: JotStroke) {
    cancelled += 1
    points[stylusStroke] = nil
  }

  private func draw(_ stroke: JotStroke) {
    for point in stroke.coalescedJotStrokes {
      points[stroke, default: 0] += 1
      greatest = max(greatest, point.pressure)
    }
  }

  func jotSuggestsToDisableGestures() { print("gestures off") }
  func jotSuggestsToEnableGestures() { print("gestures on") }

  func report() {
    print("\(began) strokes began, \(ended) ended, \(cancelled) were taken back")
    print("\(total) points, the greatest pressure \(Int(greatest * 100)) %")
  }
}

/// What an iOS app's main loop and Core Bluetooth do; here a hand that does not exist writes.
@available(*, deprecated, message: "Shows the discontinued SDK; see Examples/Newcomer.")
@main
@MainActor
struct AdonitGuide {
  static func main() {
    let observer = NotificationCenter.default.addObserver(
      forName: Notification.Name(JotStylusManagerDidChangeConnectionStatus), object: nil, queue: nil
    ) { note in
      let number = note.userInfo?[JotStylusManagerDidChangeConnectionStatusStatusKey] as? UInt
      print("status: \(number.flatMap(JotConnectionStatus.init).map { "\($0)" } ?? "?")")
    }

    let clock = ManualStylusClock()
    let session = StylusRecording.simulatedWriting(text: "the other guide", seed: 5)
    let pen = session.pens[0].id
    let radio = SimulatedTransport(pens: session.pens, clock: clock)
    guard let manager = JotStylusManager.sharedInstance() else { return }
    manager.use(radio, clock: clock)

    let canvas = Canvas()
    canvas.viewDidLoad()
    manager.process(until: .zero + .seconds(2))
    clock.advance(to: .zero + .seconds(2))
    print("connected to \(manager.stylusModelFriendlyName), battery \(manager.batteryLevel) %")
    for (seconds, buttons) in [(2.1, UInt8(1)), (2.55, 0), (2.6, 2), (2.7, 0)] {
      radio.send(
        [1, buttons << 2, 0, 0, 255, 7, 0, 0, 255, 0], from: pen, at: .zero + .seconds(seconds))
    }
    for step in session.steps {
      manager.process(until: step.time)
      clock.advance(to: step.time)
      switch step {
      case .touch(let frame): manager.touch(frame)
      case .radio(let event): radio.deliver(event)
      case .lost: break
      }
    }
    manager.process(until: clock.now + .seconds(3))
    manager.disable()
    canvas.report()
    NotificationCenter.default.removeObserver(observer)
  }
}
