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
    let manager = Old.wacom
    manager.use(radio, clock: clock)
    let seen = Registrant()
    #expect(manager.registerForNotifications(seen) == WAC_SUCCESS)
    #expect(manager.startDeviceDiscovery() == WAC_SUCCESS)
    manager.process(until: .zero + .seconds(1))
    #expect(seen.connected == 1)
    #expect(manager.getDevices().first?.getMaximumPressure() == 2047)

    let touches = Old.touches
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
    let manager = Old.wacom
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
    let manager = Old.wacom
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

  @Test func aWacomDeviceTellsWhatItsHeaderNames() {
    let clock = ManualStylusClock()
    let pen = SimulatedPen(id: DeviceID(1), name: "Brush One", maker: "Acme", firmware: "7.1")
    let radio = SimulatedTransport(pens: [pen], clock: clock)
    Old.wacom.use(radio, clock: clock)
    let seen = Registrant()
    #expect(Old.wacom.register(forNotifications: seen) == WAC_SUCCESS)
    #expect(!Old.wacom.isADeviceSelected())
    Old.wacom.startDeviceDiscovery()
    #expect(Old.wacom.isDiscoveryInProgress)
    Old.wacom.process(until: .zero + .seconds(1))
    radio.tellAddress("00:00:5e:00:53:01", of: pen.id)
    radio.send(
      FudePenReport.encode(
        isTipDown: false, buttons: 2, pressure: 0, maximumPressure: 1023, counter: 0),
      from: pen.id)
    Old.wacom.process(until: .zero + .seconds(2))
    let device = Old.wacom.getSelectedDevice()
    #expect(device?.getShortName() == "Brush")
    #expect(device?.getMacAddress() == "00:00:5e:00:53:01")
    #expect(device?.getESerialNumber() == "simulated-1")
    #expect(device?.getUUIDAsNSString() == "simulation/1")
    #expect(device?.getMaximumPressure() == 1023)
    #expect(device?.getButtonState(withButton: 2) == eButtonState_Down)
    #expect(device?.getButtonState(withButton: 1) == eButtonState_Up)
    #expect(device?.getButtonState(withButton: 3) == eButtonState_Invalid)
    #expect(Old.wacom.connectedServices.count == 1)
    #expect(
      seen.texts == ["Brush One", "Acme", "simulated-1", "7.1", "00:00:5e:00:53:01"])
    Old.wacom.stopDeviceDiscovery()
    #expect(!Old.wacom.isDiscoveryInProgress)
    Old.wacom.clearStoredDevices()
    #expect(!Old.wacom.isADeviceSelected())
    #expect(Old.wacom.getSelectedDevice() == nil)
    Old.wacom.deregister(forNotifications: seen)
  }

  @Test func aRegisteredWacomViewNeedsNoCalls() {
    let clock = ManualStylusClock()
    Old.wacom.use(SimulatedTransport(pens: [], clock: clock), clock: clock)
    let touches = Old.touches
    touches.clearTouches()
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
    touches.registerView(view)
    let player = TouchPlayer(view: view)
    func frame(_ time: Double, _ phase: ContactPhase, _ x: Double) -> TouchFrame {
      TouchFrame(
        time: .zero + .seconds(time), device: DeviceID(0), surface: SurfaceID(0),
        contacts: [Contact(id: ContactID(1), phase: phase, position: Point(x: x, y: 20))])
    }
    player.play(frame(1, .began, 20))
    #expect(touches.count() == 1)
    // No pen is connected: the finger draws.
    #expect(touches.getTrackedTouches().first?.isStylus() == true)
    player.play(frame(1.1, .moved, 30))
    let step =
      (touches.theStylusTouch?.currentTouchLocation.x ?? 0)
      - (touches.theStylusTouch?.previousTouchLocation.x ?? 0)
    #expect(abs(step - 10 * TouchPlayer.pointsPerMillimetre) < 0.01)
    player.play(frame(1.2, .ended, 30))
    #expect(touches.count() == 0)
    touches.unregisterView()
    player.play(frame(2, .began, 20))
    #expect(touches.count() == 0)
    touches.setHandedness(eh_LeftUpward)
    #expect(touches.getHandedness() == eh_LeftUpward)
    touches.setHandedness(eh_Unknown)
  }

  @Test func adonitsIdentifierMarksTouchesBeforeTheViewsGetThem() {
    let clock = ManualStylusClock()
    let radio = SimulatedTransport(pens: [SimulatedPen(id: DeviceID(1))], clock: clock)
    let manager = Old.jot
    manager.use(radio, clock: clock)
    manager.enable()
    manager.process(until: .zero + .seconds(2))
    #expect(manager.connectionStatus == .connected)
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
    let pen = UITouch(at: CGPoint(x: 400, y: 300), timestamp: 3, in: view)
    let palm = UITouch(at: CGPoint(x: 700, y: 500), timestamp: 3, in: view)
    manager.touchTypeIdentifier.classifyAdonitDeviceIdentification(
      for: UIEvent(allTouches: [palm]))
    manager.touchTypeIdentifier.classifyAdonitDeviceIdentification(for: UIEvent(allTouches: [pen]))
    #expect(pen.adonitTouchIdentification == .potentialDevice)
    radio.send(FudePenReportBytes.down, from: DeviceID(1), at: .zero + .seconds(3.055))
    pen.update(.moved, at: CGPoint(x: 460, y: 300), timestamp: 3.06)
    manager.touchTypeIdentifier.classifyAdonitDeviceIdentification(for: UIEvent(allTouches: [pen]))
    #expect(pen.adonitTouchIdentification == .stylus)
    pen.update(.ended, at: CGPoint(x: 500, y: 300), timestamp: 3.3)
    manager.touchTypeIdentifier.classifyAdonitDeviceIdentification(for: UIEvent(allTouches: [pen]))
    radio.send(
      FudePenReport.encode(
        isTipDown: false, pressure: 0, maximumPressure: 2047, counter: 355_000),
      from: DeviceID(1), at: .zero + .seconds(3.355))
    palm.update(.moved, at: CGPoint(x: 700, y: 501), timestamp: 4)
    manager.touchTypeIdentifier.classifyAdonitDeviceIdentification(
      for: UIEvent(allTouches: [palm]))
    #expect(palm.adonitTouchIdentification == .notDevice)
    manager.disable()
    #expect(manager.connectionStatus == .off)
  }

  @Test func adonitsShortcutsScrollBatteryAndLeanAreTold() {
    let clock = ManualStylusClock()
    let radio = SimulatedTransport(pens: [SimulatedPen(id: DeviceID(1))], clock: clock)
    let manager = Old.jot
    let names = [
      JotStylusNotificationBatteryLevelLow, JotStylusButton1DoubleTap, JotStylusButton2Down,
      JotStylusScrollRelativeValueUpdated, JotStylusManagerDidChangeEnabledStatus,
    ]
    let heard = Seen<[String]>([])
    let observers = names.map { name in
      NotificationCenter.default.addObserver(
        forName: Notification.Name(name), object: nil, queue: nil
      ) { _ in heard.change { $0.append(name) } }
    }
    defer { observers.forEach { NotificationCenter.default.removeObserver($0) } }
    manager.use(radio, clock: clock)
    let done = Seen<[String]>([])
    func shortcut(_ key: String) -> JotShortcut {
      JotShortcut(descriptiveText: key, key: key) { done.change { $0.append(key) } }
    }
    manager.addShortcutOptionButton1Default(shortcut("undo"))
    manager.button2Shortcut = shortcut("redo")
    manager.button1DoubleTapShortcut = shortcut("twice")
    #expect(manager.shortcuts.map(\.key) == ["undo"])
    manager.enable(withBluetoothPowerOnAlert: false)
    manager.process(until: .zero + .seconds(2))
    func send(
      _ time: Double, tip: Bool = false, buttons: UInt8 = 0, battery: UInt8? = nil,
      scroll: Int8 = 0, lean: (Int8, Int8)? = nil
    ) {
      radio.send(
        FudePenReport.encode(
          isTipDown: tip, buttons: buttons, pressure: tip ? 900 : 0, maximumPressure: 2047,
          counter: Int64(time * 1e6), battery: battery, scroll: scroll, lean: lean),
        from: DeviceID(1), at: .zero + .seconds(time))
      manager.process(until: .zero + .seconds(time))
    }
    send(3, buttons: 1)
    send(3.05)
    send(3.1, buttons: 1)
    send(3.15)
    #expect(done.value == ["undo", "undo", "twice"])
    send(4, tip: true)
    // Not while the tip is down, unless a shortcut says so.
    send(4.1, tip: true, buttons: 2)
    send(4.2)
    #expect(done.value == ["undo", "undo", "twice"])
    manager.shortcutsEnabled = false
    send(5, buttons: 2)
    send(5.1)
    manager.shortcutsEnabled = true
    #expect(done.value == ["undo", "undo", "twice"])
    send(6, battery: 15, scroll: -3, lean: (0, -30))
    #expect(manager.batteryLevel == 15)
    #expect(manager.stylusSupportsAltitudeAngle)
    #expect(
      heard.value == [
        JotStylusManagerDidChangeEnabledStatus, JotStylusButton1DoubleTap, JotStylusButton2Down,
        JotStylusButton2Down, JotStylusScrollRelativeValueUpdated,
        JotStylusNotificationBatteryLevelLow,
      ])
    manager.removeAllShorcuts()
    #expect(manager.button1Shortcut == nil)
    manager.disable()
  }

  @Test func aJotStrokeHasTheOldAnglesAndForces() {
    let clock = ManualStylusClock()
    let radio = SimulatedTransport(pens: [SimulatedPen(id: DeviceID(1))], clock: clock)
    let manager = Old.jot
    manager.use(radio, clock: clock)
    let canvas = Canvas()
    manager.jotStrokeDelegate = canvas
    func touch(_ time: Double, _ phase: ContactPhase, _ x: Double) {
      manager.touch(
        TouchFrame(
          time: .zero + .seconds(time), device: DeviceID(0), surface: SurfaceID(0),
          contacts: [Contact(id: ContactID(1), phase: phase, position: Point(x: x, y: 20))]))
    }
    manager.unconnectedPressure = 1024
    touch(0.5, .began, 20)
    touch(0.6, .moved, 30)
    touch(0.7, .ended, 30)
    #expect(canvas.strokes.last?.rawPressure == 1024)
    #expect(canvas.strokes.last?.altitudeAngle == .pi / 4)
    manager.enable()
    manager.process(until: .zero + .seconds(3))
    radio.send(
      FudePenReport.encode(
        isTipDown: false, pressure: 0, maximumPressure: 2047, counter: 0, lean: (0, -30)),
      from: DeviceID(1), at: .zero + .seconds(3.5))
    touch(4, .began, 20)
    radio.send(FudePenReportBytes.down, from: DeviceID(1), at: .zero + .seconds(4.055))
    touch(4.1, .moved, 30)
    let stroke = canvas.strokes.last
    #expect(stroke?.rawPressure == 900)
    // Leaning 30° to the top: the tip points to the bottom, 60° from the surface.
    #expect(abs((stroke?.altitudeAngle ?? 0) - .pi / 3) < 0.02)
    #expect(abs((stroke?.azimuthAngle(in: nil) ?? 0) - .pi / 2) < 0.02)
    #expect(abs((stroke?.azimuthUnitVector(in: nil).dy ?? 0) - 1) < 0.02)
    manager.disable()
  }

  @Test func adonitsDiscoveryCallsBackOnce() {
    let clock = ManualStylusClock()
    let radio = SimulatedTransport(pens: [SimulatedPen(id: DeviceID(1))], clock: clock)
    let manager = Old.jot
    manager.use(radio, clock: clock)
    var told: [String] = []
    manager.startDiscovery { isConnected, error in
      told.append("\(isConnected) \(error?.code ?? 0)")
    }
    #expect(told == ["false 99"])
    manager.enable()
    manager.stopDiscovery()
    manager.startDiscoveryAndImmediatelyConnect(
      true, withDiscoveryBlock: { told.append($0 ?? "") },
      completionBlock: { isConnected, error in
        told.append("\(isConnected) \(error?.code ?? 0)")
      })
    manager.process(until: .zero + .seconds(5))
    #expect(told == ["false 99", "Simulated pen", "true 0"])
    manager.disable()
  }

  @Test func onlyRegisteredViewsTakeAdonitStrokes() {
    let manager = Old.jot
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

    var texts: [String] = []

    func deviceDiscovered(_ device: WacomDevice) { Old.wacom.selectDevice(device) }
    func deviceConnected(_ device: WacomDevice) { connected += 1 }
    func discoveryStatePoweredOff() { poweredOff += 1 }
    func stylusEvent(_ event: WacomStylusEvent) {
      let all = [
        event.getName(), event.getManufacturer(), event.getFirmwareVersion(),
        event.getMACAddress(), event.getESerialNumber(),
      ]
      texts += all.filter { !$0.isEmpty }
    }
  }

  private final class Canvas: JotStrokeDelegate {
    var strokes: [JotStroke] = []

    func jotStylusStrokeBegan(_ stylusStroke: JotStroke) { strokes.append(stylusStroke) }
    func jotStylusStrokeMoved(_ stylusStroke: JotStroke) {}
    func jotStylusStrokeEnded(_ stylusStroke: JotStroke) {}
    func jotStylusStrokeCancelled(_ stylusStroke: JotStroke) {}
    func jotSuggestsToDisableGestures() {}
    func jotSuggestsToEnableGestures() {}
  }
}

/// The old SDKs' entrances, which are deprecated: a witness may be without a warning to its callers.
@MainActor private protocol Entrances {
  var wacom: WacomManager { get }
  var touches: TouchManager { get }
  var jot: JotStylusManager { get }
}

@MainActor private struct DeprecatedEntrances: Entrances {
  @available(*, deprecated) var wacom: WacomManager { WacomManager.getManager() }
  @available(*, deprecated) var touches: TouchManager { TouchManager.GetTouchManager() }
  @available(*, deprecated) var jot: JotStylusManager { JotStylusManager.sharedInstance() }
}

@MainActor private let Old: any Entrances = DeprecatedEntrances()
