import FudeModel
import FudePad
public import Foundation

// Unchecked: the compiler does not check classes that may have heirs; nothing in it changes.

/// Events and changes that are played together.
public class CHHapticPattern: NSObject, @unchecked Sendable {
  /// A name in a pattern's dictionary, as in AHAP files.
  public struct Key: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The list of events and changes.
    public static let pattern = Key(rawValue: "Pattern")
    /// One event.
    public static let event = Key(rawValue: "Event")
    /// An event's kind.
    public static let eventType = Key(rawValue: "EventType")
    /// A moment in seconds.
    public static let time = Key(rawValue: "Time")
    /// An event's duration in seconds.
    public static let eventDuration = Key(rawValue: "EventDuration")
    /// An event's properties.
    public static let eventParameters = Key(rawValue: "EventParameters")
    /// What a property or change is about.
    public static let parameterID = Key(rawValue: "ParameterID")
    /// The value of a property, change or point.
    public static let parameterValue = Key(rawValue: "ParameterValue")
    /// One change.
    public static let parameter = Key(rawValue: "Parameter")
    /// One curve.
    public static let parameterCurve = Key(rawValue: "ParameterCurve")
    /// A curve's points.
    public static let parameterCurveControlPoints = Key(rawValue: "ParameterCurveControlPoints")
    /// The format's version.
    public static let version = Key(rawValue: "Version")
  }

  /// From the start to the end of the last event, in seconds.
  public var duration: TimeInterval { score.duration.seconds }

  let score: RumbleScore

  /// Events, and changes at moments.
  ///
  /// - Throws: ``CHHapticError`` if a time or value is no number.
  public convenience init(events: [CHHapticEvent], parameters: [CHHapticDynamicParameter]) throws {
    try self.init(events, parameters, [])
  }

  /// Events, and changes along curves.
  ///
  /// - Throws: ``CHHapticError`` if a time or value is no number.
  public convenience init(
    events: [CHHapticEvent], parameterCurves: [CHHapticParameterCurve]
  ) throws {
    try self.init(events, [], parameterCurves)
  }

  /// What an AHAP file holds.
  ///
  /// - Throws: ``CHHapticError`` if it holds no pattern.
  public convenience init(dictionary patternDict: [CHHapticPattern.Key: Any]) throws {
    var named: [String: Any] = [:]
    for (key, value) in patternDict { named[key.rawValue] = value }
    try self.init(ahap: named)
  }

  /// An AHAP file.
  ///
  /// - Throws: ``CHHapticError`` if it is none; Foundation's error if it cannot be read.
  public convenience init(contentsOf ahapURL: URL) throws {
    try self.init(data: Data(contentsOf: ahapURL))
  }

  convenience init(data: Data) throws {
    guard let object = try? JSONSerialization.jsonObject(with: data),
      let named = object as? [String: Any]
    else { throw CHHapticError(.invalidPatternDictionary) }
    try self.init(ahap: named)
  }

  private convenience init(ahap: [String: Any]) throws {
    guard let list = ahap["Pattern"] as? [[String: Any]] else {
      throw CHHapticError(.invalidPatternDictionary)
    }
    var events: [CHHapticEvent] = []
    var parameters: [CHHapticDynamicParameter] = []
    var curves: [CHHapticParameterCurve] = []
    for entry in list {
      if let event = entry["Event"] as? [String: Any] { events.append(try AHAP.event(event)) }
      if let change = entry["Parameter"] as? [String: Any] {
        parameters.append(try AHAP.parameter(change))
      }
      if let curve = entry["ParameterCurve"] as? [String: Any] {
        curves.append(try AHAP.curve(curve))
      }
    }
    try self.init(events, parameters, curves)
  }

  private init(
    _ events: [CHHapticEvent], _ parameters: [CHHapticDynamicParameter],
    _ curves: [CHHapticParameterCurve]
  ) throws {
    var felt: [RumbleScore.Event] = []
    for event in events {
      guard event.relativeTime.isFinite, event.duration.isFinite else {
        throw CHHapticError(.invalidEventTime)
      }
      if let event = event.felt { felt.append(event) }
    }
    score = RumbleScore(
      events: felt,
      changes: parameters.compactMap { $0.change(from: 0) }
        + curves.flatMap { $0.changes(from: 0) })
  }
}

extension CHHapticEvent {
  /// What of it a motor can play; `nil` for a sound.
  fileprivate var felt: RumbleScore.Event? {
    guard type == .hapticTransient || type == .hapticContinuous else { return nil }
    func value(_ id: ParameterID) -> Float? {
      eventParameters.last { $0.parameterID == id }?.value
    }
    func span(_ id: ParameterID) -> TimeSpan {
      .seconds(Double(max(0, min(10, value(id) ?? 0))))
    }
    let isTap = type == .hapticTransient || duration <= 0
    return RumbleScore.Event(
      start: .seconds(max(0, relativeTime)),
      // Apple's longest is 30 seconds.
      duration: isTap ? RumbleScore.tap : .seconds(min(30, duration)),
      intensity: value(.hapticIntensity) ?? 1, sharpness: value(.hapticSharpness) ?? 0.5,
      attack: isTap ? .zero : span(.attackTime), release: isTap ? .zero : span(.releaseTime))
  }
}

extension CHHapticDynamicParameter.ID {
  var target: RumbleScore.Change.Target? {
    switch self {
    case .hapticIntensityControl: .intensity
    case .hapticSharpnessControl: .sharpness
    default: nil
    }
  }
}

extension CHHapticDynamicParameter {
  /// The change as a score has it; `nil` for what a motor cannot do.
  func change(from start: TimeInterval) -> RumbleScore.Change? {
    guard let target = parameterID.target, relativeTime.isFinite else { return nil }
    return .init(target, time: .seconds(start + max(0, relativeTime)), value: value)
  }
}

extension CHHapticParameterCurve {
  /// The changes as a score has them.
  func changes(from start: TimeInterval) -> [RumbleScore.Change] {
    guard let target = parameterID.target, relativeTime.isFinite else { return [] }
    return controlPoints.filter { $0.relativeTime.isFinite }.enumerated().map { index, point in
      .init(
        target, time: .seconds(start + max(0, relativeTime) + max(0, point.relativeTime)),
        value: point.value, isGradual: index > 0)
    }
  }
}

/// Apple's file format for patterns.
private enum AHAP {
  static func event(_ entry: [String: Any]) throws -> CHHapticEvent {
    guard let type = entry["EventType"] as? String else { throw CHHapticError(.badEventEntry) }
    let list = entry["EventParameters"] as? [[String: Any]] ?? []
    return CHHapticEvent(
      eventType: .init(rawValue: type),
      parameters: try list.map {
        CHHapticEventParameter(
          parameterID: .init(rawValue: try name($0)), value: Float(try number($0, "ParameterValue"))
        )
      },
      relativeTime: try number(entry, "Time"),
      duration: entry["EventDuration"] == nil ? 0 : try number(entry, "EventDuration"))
  }

  static func parameter(_ entry: [String: Any]) throws -> CHHapticDynamicParameter {
    CHHapticDynamicParameter(
      parameterID: .init(rawValue: try name(entry)),
      value: Float(try number(entry, "ParameterValue")),
      relativeTime: try number(entry, "Time"))
  }

  static func curve(_ entry: [String: Any]) throws -> CHHapticParameterCurve {
    let points = entry["ParameterCurveControlPoints"] as? [[String: Any]] ?? []
    return CHHapticParameterCurve(
      parameterID: .init(rawValue: try name(entry)),
      controlPoints: try points.map {
        .init(
          relativeTime: try number($0, "Time"), value: Float(try number($0, "ParameterValue")))
      }, relativeTime: try number(entry, "Time"))
  }

  private static func name(_ entry: [String: Any]) throws -> String {
    guard let name = entry["ParameterID"] as? String else {
      throw CHHapticError(.badParameterEntry)
    }
    return name
  }

  private static func number(_ entry: [String: Any], _ key: String) throws -> Double {
    guard let number = entry[key] as? NSNumber, number.doubleValue.isFinite else {
      throw CHHapticError(.badParameterEntry)
    }
    return number.doubleValue
  }
}
