import FudeEvdev
import FudeModel

// The recording's own level, for rewriting it.
extension SessionReader {
  /// The next record at the recording's own level, for rewriting it; `nil` at the end.
  ///
  /// Nothing is decoded, mended or left out; times are the session's. Use either this or ``next()``
  /// on one reader.
  public mutating func nextRecord() throws(RecordingError) -> Record? {
    while true {
      if let index = rawHead {
        if let record = rawRecord(index) { return record }
        rawHead = nil
        try heads[index].advance()
      }
      guard let index = earliestHead(), let unit = heads[index].unit else { return nil }
      switch unit.content {
      case .frame:
        rawHead = index
        rawIndex = 0
      case .newDevice:
        adoptDevices(of: index)
        try heads[index].advance()
      case .record(let record):
        recordCount += 1
        let own = renumber(record, of: index)
        try heads[index].advance()
        if let own { return own }
      }
    }
  }

  private mutating func rawRecord(_ index: Int) -> Record? {
    guard let unit = heads[index].unit, case .frame(let device) = unit.content,
      device < heads[index].ids.count, rawIndex < heads[index].track.frame.count
    else { return nil }
    var event = heads[index].track.frame[rawIndex]
    rawIndex += 1
    recordCount += 1
    event.time = event.time - heads[index].origin.asSpan
    return .raw(heads[index].ids[device], event)
  }

  /// A record with the session's numbers and time.
  private func renumber(_ record: Record, of index: Int) -> Record? {
    let ids = heads[index].ids
    let shift = heads[index].origin.asSpan
    func id(_ local: DeviceID) -> DeviceID? {
      Int(local.rawValue) < ids.count ? ids[Int(local.rawValue)] : nil
    }
    switch record {
    case .raw: return nil
    case .input(let event):
      return translate(event, of: index, at: event.time - shift).map { .input($0) }
    case .pointer(var pointer):
      guard let device = id(pointer.device) else { return nil }
      pointer.device = device
      pointer.time = pointer.time - shift
      return .pointer(pointer)
    case .report(var report):
      guard let device = id(report.device) else { return nil }
      report.device = device
      report.time = report.time - shift
      return .report(report)
    case .link(var link):
      guard let device = id(link.device) else { return nil }
      link.device = device
      link.time = link.time - shift
      return .link(link)
    case .annotation(var annotation):
      annotation.device = annotation.device.flatMap { id($0) }
      annotation.time = annotation.time.map { $0 - shift }
      return .annotation(annotation)
    }
  }
}
