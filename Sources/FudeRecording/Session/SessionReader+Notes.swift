public import FudeEvdev
public import FudeModel

// What the recording says of itself.
extension SessionReader {
  /// Where each input comes from, in the order of the inputs.
  public var provenance: [Provenance] { heads.map { $0.track.provenance } }

  /// Lines that could not be read so far.
  public var skippedLines: Int { heads.reduce(0) { $0 + $1.track.log.skipped } }

  /// What was skipped, mended or made up so far.
  public var notes: [ReadingNote] {
    var result = sessionNotes
    for head in heads { result.append(contentsOf: head.track.log.notes) }
    if backwardsCount > 0 {
      result.append(
        ReadingNote(
          .backwardsTime, file: heads[0].track.name, line: nil, count: backwardsCount,
          sentence: "times went backwards and were held at the one before"))
    }
    for level in RecordingLevel.allCases {
      guard let count = undecoded[level], count > 0 else { continue }
      result.append(
        ReadingNote(
          .notDecoded, file: heads[0].track.name, line: nil, count: count,
          sentence: "records of level \(level.rawValue) are kept, but not decoded here"))
    }
    return result
  }

  /// What was odd about a device so far.
  public func decoderNotes(of device: DeviceID) -> [DecoderNote] {
    let index = Int(device.rawValue)
    guard index < decoders.count else { return [] }
    return decoders[index]?.decoder.notes ?? []
  }
}
