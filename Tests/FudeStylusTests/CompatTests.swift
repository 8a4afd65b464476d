import AdonitCompat
import Foundation
import FudeModel
import FudePen
import FudeStylus
import Testing
import TouchStandIns
import WacomCompat

/// The old SDKs' names do what their guides say. One at a time: the managers are one each.
@Suite(.serialized) @MainActor struct CompatTests {
  @Test func getTouchesGivesThePensOnlyWithRejectionOnAndAllWithItOff() {
    let clock = ManualStylusClock()
    let radio = SimulatedTransport(pens: [SimulatedPen(id: DeviceID(1))], clock: clock)
    let manager = WacomManager.getManager()
    manager.use(radio, clock: clock)
    let seen = Registrant()
    #expect(manager.registerForNotifications(seen) == WAC_SUCCESS)
    #expect(manager.startDeviceDiscovery() == WAC_SUCCESS)
    manager.process(until: .zero + .seconds(1))
    #expect(seen.connected == 1)
    #expect(manager.getDevices().first?.getMaximumPressure() == 2047)

    let touches = TouchManager.GetTouchManager()
    #expect(touches.timingOffset == 55_000)
    touches.touchRejectionEnabled = true
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
    let palm = UITouch(at: CGPoint(x: 700, y: 500), timestamp: 1.9, in: view)
    touches.addTouches([palm], knownTouches: [palm], view: view)
    let pen = UITouch(at: CGPoint(x: 400, y: 300), timestamp: 2, in: view)
    touches.addTouches([pen], knownTouches: [palm, pen], view: view)
    radio.send(
      FudePenReportBytes.down, from: DeviceID(1), at: .zero + .seconds(2.055))
    manager.process(until: .zero + .seconds(2.06))
    #expect(touches.getTouches() == [pen])
    #expect(touches.theStylusTouch?.associatedTouch == pen)
    touches.touchRejectionEnabled = false
    #expect(Set(touches.getTouches()) == [palm, pen])
    touches.touchRejectionEnabled = true

    pen.update(.moved, at: CGPoint(x: 410, y: 300), timestamp: 2.07)
    touches.moveTouches([pen], knownTouches: [palm, pen], view: view)
    let tracked = touches.getTrackedTouches().first
    #expect(tracked?.rawCurrentLocation == CGPoint(x: 410, y: 300))
    #expect(tracked?.rawPreviousLocation == CGPoint(x: 400, y: 300))
    touches.removeTouches([pen, palm], knownTouches: [], view: view)
    #expect(touches.getTouches() == [])
    #expect(manager.deregisterForNotifications(seen) == WAC_SUCCESS)
    #expect(manager.deregisterForNotifications(seen) == WAC_ERROR)
  }

  @Test func aRadioThatIsOffIsSaidAtDiscovery() {
    let clock = ManualStylusClock()
    let radio = SimulatedTransport(pens: [], clock: clock)
    radio.setRadio(.off)
    let manager = WacomManager.getManager()
    manager.use(radio, clock: clock)
    let seen = Registrant()
    manager.registerForNotifications(seen)
    manager.startDeviceDiscovery()
    #expect(seen.poweredOff > 0)
    manager.deregisterForNotifications(seen)
  }

  @Test func weakPensAreNotDiscovered() {
    let clock = ManualStylusClock()
    let pens = [SimulatedPen(id: DeviceID(1), signal: -70)]
    let manager = WacomManager.getManager()
    manager.setMinimumSignalStrength(-60)
    manager.use(SimulatedTransport(pens: pens, clock: clock), clock: clock)
    manager.startDeviceDiscovery()
    #expect(manager.getDevices().isEmpty)
    manager.setMinimumSignalStrength(-100)
    manager.use(SimulatedTransport(pens: pens, clock: clock), clock: clock)
    manager.startDeviceDiscovery()
    #expect(manager.getDevices().map { $0.getSignalStrength() } == [-70])
    manager.setMinimumSignalStrength(-60)
  }

  @Test func onlyRegisteredViewsTakeAdonitStrokes() {
    let manager = JotStylusManager.sharedInstance()
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    manager.registerView(view)
    #expect(manager.isViewRegistered(view))
    manager.unregisterView(view)
    #expect(!manager.isViewRegistered(view))
  }

  private enum FudePenReportBytes {
    /// Version 1, tip down, force 900 of 2047, counter 20,550.
    static let down: [UInt8] = [1, 1, 132, 3, 255, 7, 70, 80, 255, 0]
  }

  private final class Registrant: WacomDiscoveryCallback, WacomStylusEventCallback {
    var connected = 0
    var poweredOff = 0

    func deviceDiscovered(_ device: WacomDevice) { WacomManager.getManager().selectDevice(device) }
    func deviceConnected(_ device: WacomDevice) { connected += 1 }
    func discoveryStatePoweredOff() { poweredOff += 1 }
    func stylusEvent(_ event: WacomStylusEvent) {}
  }
}
