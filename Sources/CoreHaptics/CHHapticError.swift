public import Foundation

/// What can go wrong with haptics; the numbers are Apple's.
public struct CHHapticError: Error, Hashable, Sendable, LocalizedError {
  /// The kind of trouble.
  public enum Code: Int, Sendable {
    /// The engine was not started, or has stopped.
    case engineNotRunning = -4805
    /// A pattern's dictionary or file is none.
    case invalidPatternDictionary = -4814
    /// A pattern's entry makes no sense.
    case badEventEntry = -4830
    /// A property's entry makes no sense.
    case badParameterEntry = -4831
    /// A time is no number.
    case invalidEventTime = -4822
    /// There is nothing here that can be felt.
    case notSupported = -4809
  }

  /// The kind of trouble.
  public let code: Code

  /// Trouble.
  public init(_ code: Code) { self.code = code }

  /// A sentence for a person.
  public var errorDescription: String? {
    switch code {
    case .engineNotRunning: "the haptic engine is not running: start it first"
    case .invalidPatternDictionary: "this is no haptic pattern: it has no list 'Pattern'"
    case .badEventEntry: "the haptic pattern has an event that makes no sense"
    case .badParameterEntry: "the haptic pattern has a parameter that makes no sense"
    case .invalidEventTime: "the haptic pattern has a time that is no number"
    case .notSupported: "there is nothing here that can be felt: take a controller's engine"
    }
  }
}
