import FudeEvdev
import FudeHID
public import FudeModel
public import FudeRecording

/// What the controllers of a recording did, in order: connected, reports, gone.
///
/// HID reports are read where the recording has them, being the rawest; else the kernel's events;
/// else decoded states. The nodes that belong to one controller (pad, touchpad, motion sensors) are
/// one controller here.
public struct PadTimeline: Sendable {
  /// One thing and when it happened.
  public struct Entry: Sendable {
    /// When.
    public var time: Timestamp
    /// What.
    public var event: PadSourceEvent
  }

  /// A controller of the recording.
  public struct Pad: Hashable, Sendable {
    /// Its number.
    public var number: DeviceID
    /// What it is.
    public var traits: PadTraits
    /// How many reports it gave.
    public var reportCount: Int
    /// The recording's devices that it is made of: its pad, and what belongs to it.
    public var nodes: [DeviceID]
  }

  /// What happened, in order of time.
  public private(set) var entries: [Entry] = []
  /// The controllers, in order of appearance.
  public private(set) var pads: [Pad] = []
  /// What was skipped in reading, one sentence each.
  public private(set) var notes: [String] = []

  /// Reads recordings that belong together.
  ///
  /// - Throws: `RecordingError` if one is missing or is no recording.
  public init(_ inputs: [RecordingSource]) throws(RecordingError) {
    var reader = try SessionReader(inputs)
    try self.init(reading: &reader)
  }

  /// Whether devices of a recording are controllers and what belongs to them, and nothing else.
  public static func areControllers(_ devices: [SessionDevice]) -> Bool {
    let (makers, owner) = PadMaker.group(devices, keeping: [])
    return !makers.isEmpty && owner.count == devices.count
  }

  /// Reads an opened recording to its end; nothing of it may have been read.
  public init(reading reader: inout SessionReader) throws(RecordingError) {
    try self.init(reading: &reader) { _ in }
  }

  /// Reads an opened recording to its end and shows each record of a controller.
  init(
    reading reader: inout SessionReader, observe: (Record) -> Void
  ) throws(RecordingError) {
    var makers: [PadMaker] = []
    var owner: [DeviceID: Int] = [:]
    var known = 0
    var damaged = 0
    while let record = try reader.nextRecord() {
      if reader.devices.count > known {
        known = reader.devices.count
        (makers, owner) = PadMaker.group(reader.devices, keeping: makers)
      }
      guard let device = PadTimeline.device(of: record), let index = owner[device] else { continue }
      observe(record)
      do throws(PadReportError) {
        try makers[index].take(record) { event in add(event) }
      } catch {
        damaged += 1
      }
    }
    let end = entries.last?.time ?? .zero
    let start = (entries.first?.time ?? .zero) - PadTimeline.greeting
    pads = makers.enumerated().map { index, maker in
      Pad(
        number: maker.number, traits: maker.traits, reportCount: maker.reportCount,
        nodes: owner.filter { $0.value == index }.map(\.key).sorted { $0.rawValue < $1.rawValue })
    }
    entries.insert(
      contentsOf: pads.map { Entry(time: start, event: .connected($0.number, $0.traits)) }, at: 0)
    entries += makers.filter { !$0.isAway }
      .map { Entry(time: end, event: .disconnected($0.number, at: end)) }
    notes = reader.notes.filter { $0.code != .notDecoded && $0.code != .remark }
      .map { "\($0.file)\($0.line.map { ":\($0)" } ?? ""): \($0.sentence)" }
    if damaged > 0 { notes.append("\(damaged) HID reports could not be read and were skipped") }
  }

  /// How long before its first report a controller is there.
  private static let greeting = TimeSpan.milliseconds(1)

  private mutating func add(_ event: PadSourceEvent) {
    let last = entries.last?.time ?? .zero
    switch event {
    case .report(let report):
      // A return is told with the report that shows it, and comes before it.
      if case .connected? = entries.last?.event {
        entries[entries.count - 1].time = max(last, report.frame.time - PadTimeline.greeting)
      }
      entries.append(Entry(time: report.frame.time, event: event))
    case .disconnected(_, let time): entries.append(Entry(time: time, event: event))
    case .connected, .advice: entries.append(Entry(time: last, event: event))
    }
  }

  private static func device(of record: Record) -> DeviceID? {
    switch record {
    case .raw(let device, _): device
    case .input(let event): event.device
    case .report(let report): report.device
    case .pointer, .link, .annotation: nil
    }
  }
}
