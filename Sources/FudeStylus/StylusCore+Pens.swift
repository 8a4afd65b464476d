import FudeModel
import FudePen
import FudeTouch

/// A pen with a link.
struct LinkedPen {
  var events: PenEventStage
  var profile = PenProfile()
  var state: StylusSnapshot.PenState
  /// Whether the link is told as connected.
  var isConnected = false
}

/// What transports and pens say.
extension StylusCore {
  func receive(_ event: TransportEvent) {
    switch event.kind {
    case .radio(let state): connect(.radio(state, at: now))
    case .advertisement(let advertisement): connect(.advertisement(advertisement, at: now))
    case .linked(let pen): connect(.linked(pen, at: now))
    case .ready(let pen, let identity): connect(.ready(pen, identity, at: now))
    case .unsupported(let pen, let reason): connect(.unsupported(pen, reason, at: now))
    case .unlinked(let pen, let failure): connect(.unlinked(pen, failure, at: now))
    case .value(let pen, let characteristic, let bytes): read(bytes, characteristic, pen)
    case .address(let pen, let address): hand(.fact(.address(address), at: now), to: pen)
    }
  }

  func connect(_ input: ConnectionInput) {
    var outputs: [ConnectionOutput] = []
    connector.receive(input) { outputs.append($0) }
    outputs.forEach(take)
  }

  func take(_ output: ConnectionOutput) {
    switch output {
    case .action(let action): perform(action)
    case .event(let event):
      switch event.kind {
      case .connected(let pen, let identity):
        pens[pen] = LinkedPen(
          events: PenEventStage(pen: pen),
          state: StylusSnapshot.PenState(id: pen, identity: identity))
        associate(.connected(pen, at: now))
        tell(.connection(event))
      case .disconnected(let pen, _):
        // What was held is released before the link is said to be gone.
        hand(.linkLost(at: now), to: pen)
        if pens.removeValue(forKey: pen) != nil { associate(.disconnected(pen, at: now)) }
        tell(.connection(event))
      default: tell(.connection(event))
      }
    }
  }

  private func read(_ bytes: [UInt8], _ characteristic: PenCharacteristic, _ pen: DeviceID) {
    guard pens[pen] != nil else { return }
    do {
      guard let value = try pens[pen]?.profile.read(bytes, of: characteristic, at: now) else {
        return
      }
      switch value {
      case .fact(let fact): hand(.fact(fact, at: now), to: pen)
      case .report(let report):
        associate(report, of: pen)
        hand(.report(report), to: pen)
      }
    } catch {
      hand(.unreadable(at: now), to: pen)
    }
  }

  private func hand(_ input: PenInput, to pen: DeviceID) {
    var events: [PenEvent] = []
    pens[pen]?.events.receive(input) { events.append($0) }
    events.forEach(take)
  }

  /// The association wants edges of the tip, not its state.
  private func associate(_ report: PenReport, of pen: DeviceID) {
    guard let known = pens[pen]?.state else { return }
    let maximum = report.maximumPressure ?? known.pressure?.maximum ?? 2047
    let isEdge = report.isTipDown.map { $0 != known.isTipDown } ?? false
    associate(
      .pen(
        RadioPenReport(
          time: now, pen: pen, tip: isEdge ? report.isTipDown : nil,
          pressure: report.pressure.map { PenPressure(raw: $0, maximum: maximum).fraction },
          counter: report.counter, tilt: report.tilt)))
  }

  func take(_ event: PenEvent) {
    let pen = event.pen
    switch event.kind {
    case .pressure(let pressure): pens[pen]?.state.pressure = pressure
    case .buttonDown(let number):
      pens[pen]?.state.buttons.insert(number)
      shortcuts.press(number, of: pen, at: now)
    case .buttonUp(let number):
      pens[pen]?.state.buttons.remove(number)
      shortcuts.release(number, of: pen)
    case .tipDown:
      pens[pen]?.state.isTipDown = true
      shortcuts.tip(pen, isDown: true)
    case .tipUp:
      pens[pen]?.state.isTipDown = false
      shortcuts.tip(pen, isDown: false)
    case .eraser(let isErasing): pens[pen]?.state.isErasing = isErasing
    case .battery(let charge):
      pens[pen]?.state.battery = charge
      connect(.charge(pen, charge, at: now))
    case .fact(let fact): remember(fact, of: pen)
    case .motion(let tilt): pens[pen]?.state.tilt = tilt
    case .buttonDoubleTap, .buttonHold, .scroll, .unreadable: break
    }
    tell(.pen(event))
  }

  private func remember(_ fact: PenFact, of pen: DeviceID) {
    switch fact {
    case .name(let text): pens[pen]?.state.name = text
    case .maker(let text): pens[pen]?.state.maker = text
    case .firmware(let text): pens[pen]?.state.firmware = text
    case .address(let text): pens[pen]?.state.address = text
    case .hardware(let text): pens[pen]?.state.hardware = text
    case .model, .software, .serial: break
    }
  }
}
