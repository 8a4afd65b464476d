public import FudeEvdev
public import FudeModel

/// What a session holds, at a glance.
public struct SessionSummary: Hashable, Sendable {
  /// A span of time within the session.
  public struct Interval: Hashable, Sendable {
    /// Its first moment.
    public var start: Timestamp
    /// Its last moment.
    public var end: Timestamp

    /// A span.
    public init(start: Timestamp, end: Timestamp) {
      self.start = start
      self.end = end
    }
  }

  /// What a pen did.
  public struct PenActivity: Hashable, Sendable {
    /// When it was sensed, hovering or touching.
    public internal(set) var inRange = IntervalList()
    /// Its strokes.
    public internal(set) var strokes = IntervalList()
    /// When each side button was held, from the tip upwards.
    public internal(set) var buttons = [IntervalList](repeating: IntervalList(), count: 3)
    /// Its reports.
    public internal(set) var samples = 0
    /// The smallest and largest pressure in strokes, as a fraction; `nil` without pressure.
    public internal(set) var pressure: ClosedRange<Float>?
    /// The tools that it was, in the order in which they came.
    public internal(set) var tools: [PenTool] = []
    /// Uses of its tail button.
    public internal(set) var clicks: [PenClick] = []
  }

  /// What a touch device did.
  public struct TouchActivity: Hashable, Sendable {
    /// Its frames.
    public internal(set) var frames = 0
    /// Its contacts, from landing to lift.
    public internal(set) var contacts = IntervalList()
    /// The most that were down at once.
    public internal(set) var atOnce = 0
    /// How many did not lift but were taken away.
    public internal(set) var cancelled = 0
    /// How many the device itself called a palm at some time.
    public internal(set) var palms = 0
  }

  /// What a controller did.
  public struct PadActivity: Hashable, Sendable {
    /// Its frames.
    public internal(set) var frames = 0
    /// Presses of any button.
    public internal(set) var presses = 0
    /// Which buttons were pressed at some time.
    public internal(set) var pressed: PadButtons = []
  }

  /// A device and what it did.
  public struct DeviceSummary: Hashable, Sendable {
    /// The device.
    public internal(set) var device: SessionDevice
    /// The usual time between its reports while it is active; `nil` below three reports.
    public internal(set) var interval: TimeSpan?
    /// What it did as a pen; `nil` if it did nothing as one.
    public internal(set) var pen: PenActivity?
    /// What it did as a touch device.
    public internal(set) var touch: TouchActivity?
    /// What it did as a controller.
    public internal(set) var pad: PadActivity?
    /// What was odd about it.
    public internal(set) var notes: [DecoderNote]
  }

  /// The devices, by number.
  public internal(set) var devices: [DeviceSummary] = []
  /// The surfaces, by number.
  public internal(set) var surfaces: [Surface] = []
  /// From the first event to the last; `nil` without any.
  public internal(set) var span: Interval?
  /// Raw events and records.
  public internal(set) var recordCount = 0
  /// Lines that could not be read.
  public internal(set) var skippedLines = 0
  /// What was skipped, mended or made up.
  public internal(set) var notes: [ReadingNote] = []
  /// Where each input comes from.
  public internal(set) var provenance: [Provenance] = []

  /// Reads a session to its end.
  ///
  /// - Parameters:
  ///   - reader: The session; nothing of it may have been read.
  ///   - progress: Called after each event with the count of events so far.
  public init(
    reading reader: inout SessionReader, progress: (Int) -> Void = { _ in }
  ) throws(RecordingError) {
    var collector = SummaryCollector()
    var count = 0
    while let event = try reader.next() {
      collector.take(event)
      count += 1
      progress(count)
    }
    self = collector.finish(reader)
  }

  init() {}
}

/// Spans of time in order; the first 1000 are kept, all are counted.
public struct IntervalList: Hashable, Sendable {
  /// How many are kept.
  public static let limit = 1000
  /// The first ones.
  public private(set) var first: [SessionSummary.Interval] = []
  /// How many there were.
  public private(set) var count = 0
  /// How long all of them lasted together.
  public private(set) var total = TimeSpan.zero
  /// The start of the one that is still open.
  private var openStart: Timestamp?

  init() {}

  mutating func open(at time: Timestamp) {
    if openStart == nil { openStart = time }
  }

  mutating func close(at time: Timestamp) {
    guard let start = openStart else { return }
    openStart = nil
    add(SessionSummary.Interval(start: start, end: time))
  }

  mutating func set(_ isOpen: Bool, at time: Timestamp) {
    if isOpen { open(at: time) } else { close(at: time) }
  }

  mutating func add(_ interval: SessionSummary.Interval) {
    count += 1
    total = total + (interval.end - interval.start)
    if first.count < Self.limit { first.append(interval) }
  }
}
