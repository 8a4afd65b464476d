public import FudeModel

/// Something that happened at a connected pen.
public struct PenEvent: Hashable, Sendable {
  /// When.
  public var time: Timestamp
  /// Which pen.
  public var pen: DeviceID
  /// What.
  public var kind: Kind

  /// An event.
  public init(time: Timestamp, pen: DeviceID, kind: Kind) {
    self.time = time
    self.pen = pen
    self.kind = kind
  }

  /// What can happen at a pen.
  public enum Kind: Hashable, Sendable {
    /// The force changed, or its full scale became known.
    case pressure(PenPressure)
    /// A button went down; buttons count from 1 at the tip.
    case buttonDown(Int)
    /// A button came up, or the link that held it is gone.
    case buttonUp(Int)
    /// A button was pressed twice in quick succession; follows its second ``buttonDown(_:)``.
    case buttonDoubleTap(Int)
    /// A button has been held for a while.
    case buttonHold(Int)
    /// The scroll strip moved by some steps, positive away from the tip.
    case scroll(Int)
    /// The tip touched something.
    case tipDown
    /// The tip lifted, or the link is gone.
    case tipUp
    /// The eraser end came into use or went out of it.
    case eraser(Bool)
    /// The charge changed.
    case battery(BatteryCharge)
    /// The pen told something of itself, at first or anew.
    case fact(PenFact)
    /// The pen's lean changed.
    case motion(Tilt)
    /// A notification could not be read; the number counts them for this pen.
    case unreadable(Int)
  }

  /// Whether it must reach every consumer whatever else is lost: presses, releases, facts, and
  /// scrolling, which tells a difference. The rest is state of which the newest counts.
  public var isEdge: Bool {
    switch kind {
    case .pressure, .motion: false
    default: true
    }
  }
}

/// A force as the pen told it.
public struct PenPressure: Hashable, Sendable {
  /// The raw number, `0...maximum`.
  public var raw: UInt16
  /// The raw number at full scale, > 0.
  public var maximum: UInt16

  /// A force.
  public init(raw: UInt16, maximum: UInt16) {
    self.maximum = max(1, maximum)
    self.raw = min(raw, self.maximum)
  }

  /// The force as a fraction of full scale, `0...1`.
  public var fraction: Float { Float(raw) / Float(maximum) }
}

/// What is left in a pen's battery.
public struct BatteryCharge: Hashable, Sendable {
  /// Per cent, `0...100`.
  public var percent: Int

  /// A charge; held within `0...100`.
  public init(percent: Int) {
    self.percent = max(0, min(100, percent))
  }

  /// How much that is.
  public var level: Level {
    switch percent {
    case ..<10: .critical
    case ..<20: .low
    default: .normal
    }
  }

  /// How much charge is left, in words.
  public enum Level: UInt8, Hashable, Sendable {
    /// 20 % or more.
    case normal
    /// From 10 % to below 20 %.
    case low
    /// Below 10 %.
    case critical
  }
}
