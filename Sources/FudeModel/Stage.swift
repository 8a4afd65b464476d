/// A step of the engine: events in, decisions out, nothing else.
///
/// A stage never sleeps and never reads a clock. Time reaches it in the events and in
/// ``advance(to:emit:)``; when it wants to be woken, it says so in ``deadline``. The same calls give
/// the same output on every machine, bit for bit.
public protocol Stage<Input, Output>: Sendable {
  /// What it takes.
  associatedtype Input
  /// What it gives.
  associatedtype Output

  /// Takes one event and emits what follows from it, in order.
  mutating func receive(_ event: Input, emit: (Output) -> Void)

  /// Lets time pass without an event, and emits what became due up to and including `time`.
  ///
  /// A time before the last one seen changes nothing.
  mutating func advance(to time: Timestamp, emit: (Output) -> Void)

  /// The next moment at which ``advance(to:emit:)`` would emit something; `nil` if none.
  var deadline: Timestamp? { get }
}
