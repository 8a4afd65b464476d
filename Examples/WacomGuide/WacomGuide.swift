// The flow of Wacom's public iOS guide: register, look for pens, select one, hear its events, and
// let TouchManager tell its touches from the palm's.
//
// The old names are deprecated: a compiler says so wherever they are used. Code that is deprecated
// itself, as all of this is, hears nothing.
import Foundation
import FudeModel
import FudeStylus
import TouchStandIns
import WacomCompat

/// The guide's view: forwards touches and draws lines between the pen's.
@available(*, deprecated, message: "Shows the discontinued SDK; see Examples/Newcomer.")
final class DrawingView: UIView {
  var pressure: CGFloat = 0
  private(set) var lines = 0
  private(set) var length = 0.0
  private(set) var others = 0

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    TouchManager.GetTouchManager().addTouches(touches, view: self, event: event)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    TouchManager.GetTouchManager().moveTouches(touches, view: self, event: event)
    let pen = TouchManager.GetTouchManager().getTrackedTouches()
    others += touches.count { touch in !pen.contains { $0.associatedTouch == touch } }
    for touch in pen where touches.contains(touch.associatedTouch) {
      lines += 1
      length += hypot(
        Double(touch.currentLocation.x - touch.previousLocation.x),
        Double(touch.currentLocation.y - touch.previousLocation.y))
    }
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    TouchManager.GetTouchManager().removeTouches(touches, view: self, event: event)
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    touchesEnded(touches, with: event)
  }
}

/// The guide's controller: both callbacks.
@available(*, deprecated, message: "Shows the discontinued SDK; see Examples/Newcomer.")
final class ViewController: WacomDiscoveryCallback, WacomStylusEventCallback {
  let view = DrawingView(frame: CGRect(x: 0, y: 0, width: 1366, height: 1024))
  private var greatest: CGFloat = 0
  private var changes = 0

  func viewDidLoad() {
    WacomManager.getManager().registerForNotifications(self)
    TouchManager.GetTouchManager().touchRejectionEnabled = true
    TouchManager.GetTouchManager().timingOffset = 55_000
    TouchManager.GetTouchManager().setHandedness(eh_Right)
    WacomManager.getManager().startDeviceDiscovery()
  }

  func deviceDiscovered(_ device: WacomDevice) {
    print("discovered \(device.getName()) at \(device.getSignalStrength()) dBm")
    guard !WacomManager.getManager().isADeviceSelected() else { return }
    WacomManager.getManager().selectDevice(device)
    WacomManager.getManager().stopDeviceDiscovery()
  }

  func deviceConnected(_ device: WacomDevice) { print("connected") }
  func deviceDisconnected(_ device: WacomDevice) { print("disconnected") }
  func discoveryStatePoweredOff() { print("Bluetooth is off") }

  func stylusEvent(_ event: WacomStylusEvent) {
    switch event.getType() {
    case eStylusEventType_PressureChange:
      view.pressure = event.getPressure()
      greatest = max(greatest, event.getPressure())
      changes += 1
    case eStylusEventType_ButtonPressed: print("button \(event.getButton()) pressed")
    case eStylusEventType_ButtonReleased: print("button \(event.getButton()) released")
    case eStylusEventType_BatteryLevelChanged: print("battery \(event.getBatteryLevel()) %")
    case eStylusEventType_MACAddressAvaiable: print("address \(event.getMACAddress())")
    case eStylusEventType_NameUpdated: print("name \(event.getName())")
    default: break
    }
  }

  func report() {
    for device in WacomManager.getManager().getDevices() {
      print("forces from \(device.getMinimumPressure()) to \(device.getMaximumPressure())")
    }
    print("\(changes) changes of force, the greatest \(Int(greatest))")
    print("\(view.lines) lines of \(Int(view.length)) points in all; \(view.others) other moves")
  }
}

/// What an iOS app's main loop and Core Bluetooth do; here a hand that does not exist writes.
@available(*, deprecated, message: "Shows the discontinued SDK; see Examples/Newcomer.")
@main
@MainActor
struct WacomGuide {
  static func main() {
    let clock = ManualStylusClock()
    let session = StylusRecording.simulatedWriting(text: "the old guide", seed: 3)
    let pen = session.pens[0].id
    let radio = SimulatedTransport(pens: session.pens, clock: clock)
    WacomManager.getManager().use(radio, clock: clock)

    let controller = ViewController()
    controller.viewDidLoad()
    WacomManager.getManager().process(until: .zero + .seconds(1))
    radio.send([1, 0b100, 0, 0, 255, 7, 0, 0, 255, 0], from: pen, at: .zero + .seconds(1.2))
    radio.send([1, 0, 0, 0, 255, 7, 0, 0, 255, 0], from: pen, at: .zero + .seconds(1.4))
    radio.tellAddress("00:00:5e:00:53:01", of: pen)

    let player = TouchPlayer(view: controller.view)
    for step in session.steps {
      WacomManager.getManager().process(until: step.time)
      clock.advance(to: step.time)
      switch step {
      case .touch(let frame): player.play(frame)
      case .radio(let event): radio.deliver(event)
      case .lost: break
      }
    }
    WacomManager.getManager().process(until: clock.now + .seconds(3))
    for device in WacomManager.getManager().getDevices() {
      WacomManager.getManager().deselectDevice(device)
    }
    controller.report()
    WacomManager.getManager().deregisterForNotifications(controller)
  }
}
