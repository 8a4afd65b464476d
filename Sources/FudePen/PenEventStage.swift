public import FudeModel

/// What the event stage of one pen listens to.
public enum PenInput: Hashable, Sendable {
  /// A decoded notification.
  case report(PenReport)
  /// Something the pen told of itself.
  case fact(PenFact, at: Timestamp)
  /// A notification that no profile could read.
  case unreadable(at: Timestamp)
  /// The link is gone: whatever was held is released.
  case linkLost(at: Timestamp)

  /// When it happened.
  public var time: Timestamp {
    switch self {
    case .report(let report): report.time
    case .fact(_, let time), .unreadable(let time), .linkLost(let time): time
    }
  }
}

/// Turns the reports of one pen, which are states, into events, which are edges.
///
/// A report says which buttons are held; the stage says which went down or came up, and which were
/// tapped twice or held long. Nothing stays down when the link goes. O(1), no allocation.
public struct PenEventStage: Stage {
  /// Which pen.
  public let pen: DeviceID

  /// Two presses of a button within this are a double tap; 0.3 s as on most desktops. Raise it for
  /// slower hands.
  public var doubleTapTime: TimeSpan = .milliseconds(300)
  /// A button held this long is held; raise it if holds come by accident.
  public var holdTime: TimeSpan = .milliseconds(500)

  private var now = Timestamp(microseconds: .min / 4)
  private var buttons: UInt8 = 0
  private var pressedAt: [Timestamp]
  private var held: UInt8 = 0
  private var isTipDown = false
  private var isErasing = false
  private var raw: UInt16 = 0
  /// The force at full scale; `nil` until the pen tells it.
  private var maximum: UInt16?
  private var scale: UInt16 { maximum ?? 2047 }
  private var battery: Int?
  private var tilt: Tilt?
  private var unreadable = 0

  private static let never = Timestamp(microseconds: .min / 4)

  /// A pen of which nothing is known.
  public init(pen: DeviceID) {
    self.pen = pen
    pressedAt = Array(repeating: PenEventStage.never, count: 8)
  }

  /// Takes one notification.
  public mutating func receive(_ event: PenInput, emit: (PenEvent) -> Void) {
    advance(to: event.time, emit: emit)
    switch event {
    case .report(let report): take(report, emit)
    case .fact(let fact, _): say(.fact(fact), emit)
    case .unreadable:
      unreadable += 1
      say(.unreadable(unreadable), emit)
    case .linkLost: releaseAll(emit)
    }
  }

  /// Lets time pass; long presses are told when they become long.
  public mutating func advance(to time: Timestamp, emit: (PenEvent) -> Void) {
    while let due = deadline, due <= time {
      now = max(now, due)
      for number in 1...8 {
        let bit = UInt8(1) << UInt8(number - 1)
        guard buttons & bit != 0, held & bit == 0, pressedAt[number - 1] + holdTime <= now else {
          continue
        }
        held |= bit
        say(.buttonHold(number), emit)
      }
    }
    now = max(now, time)
  }

  /// When a button now down will have been held.
  public var deadline: Timestamp? {
    var earliest: Timestamp?
    for index in 0..<8 {
      let bit = UInt8(1) << UInt8(index)
      guard buttons & bit != 0, held & bit == 0 else { continue }
      let due = pressedAt[index] + holdTime
      if let known = earliest { earliest = min(known, due) } else { earliest = due }
    }
    return earliest
  }

  private func say(_ kind: PenEvent.Kind, _ emit: (PenEvent) -> Void) {
    emit(PenEvent(time: now, pen: pen, kind: kind))
  }

  private mutating func take(_ report: PenReport, _ emit: (PenEvent) -> Void) {
    var isScaleNew = false
    if let known = report.maximumPressure, known > 0, known != maximum {
      maximum = known
      isScaleNew = true
    }
    if let erasing = report.isErasing, erasing != isErasing {
      isErasing = erasing
      say(.eraser(erasing), emit)
    }
    if let tip = report.isTipDown, tip, !isTipDown {
      isTipDown = true
      say(.tipDown, emit)
    }
    if let pressure = report.pressure, pressure != raw || isScaleNew {
      raw = pressure
      say(.pressure(PenPressure(raw: pressure, maximum: scale)), emit)
    }
    if let tip = report.isTipDown, !tip, isTipDown {
      isTipDown = false
      say(.tipUp, emit)
    }
    if let buttons = report.buttons { turn(to: buttons, emit) }
    if let scroll = report.scroll, scroll != 0 { say(.scroll(Int(scroll)), emit) }
    if let percent = report.battery, Int(percent) != battery {
      battery = Int(percent)
      say(.battery(BatteryCharge(percent: Int(percent))), emit)
    }
    if let lean = report.tilt, lean != tilt {
      tilt = lean
      say(.motion(lean), emit)
    }
  }

  private mutating func turn(to new: UInt8, _ emit: (PenEvent) -> Void) {
    let changed = buttons ^ new
    buttons = new
    for number in 1...8 {
      let bit = UInt8(1) << UInt8(number - 1)
      guard changed & bit != 0 else { continue }
      guard new & bit != 0 else {
        say(.buttonUp(number), emit)
        continue
      }
      say(.buttonDown(number), emit)
      held &= ~bit
      if now - pressedAt[number - 1] <= doubleTapTime {
        say(.buttonDoubleTap(number), emit)
        // A third press begins anew.
        pressedAt[number - 1] = now - doubleTapTime - .milliseconds(1)
        held |= bit
      } else {
        pressedAt[number - 1] = now
      }
    }
  }

  private mutating func releaseAll(_ emit: (PenEvent) -> Void) {
    turn(to: 0, emit)
    if raw != 0 {
      raw = 0
      say(.pressure(PenPressure(raw: 0, maximum: scale)), emit)
    }
    if isTipDown {
      isTipDown = false
      say(.tipUp, emit)
    }
    if isErasing {
      isErasing = false
      say(.eraser(false), emit)
    }
    tilt = nil
    battery = nil
  }
}
