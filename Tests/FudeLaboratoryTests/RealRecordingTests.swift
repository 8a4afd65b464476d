import Foundation
import FudeLaboratory
import FudeModel
import FudeRecording
import Testing

/// Recordings that lie beside the project and are not part of it.
private enum Corpus {
  static let folder: URL? = {
    let environment = ProcessInfo.processInfo.environment["FUDE_SHARED"]
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shared = environment.map { URL(filePath: $0) } ?? root.appending(path: "../shared")
    let folder = shared.appending(path: "corpus/pen-touch").standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static let labels = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/labels/pen-touch/first-pass.jsonl").standardized
}

@Suite(
  "Real recordings", .enabled(if: Corpus.folder != nil, "the corpus is not beside the project"))
struct RealRecordingTests {
  /// The three small ones; `fude measure palms` does all five.
  @Test(
    "leave no palm, and every finger but one in doubt",
    arguments: [
      ("Wacom_Intuos5_touch_M_056a_0027", 18, 9), ("Wacom_Intuos5_touch_S_056a_0026", 24, 2),
      ("Wacom_Intuos_Pro_S_056a_0314", 29, 0),
    ], Variation.allCases.filter { [.plain, .mirrored].contains($0) })
  func palms(_ recording: (name: String, palms: Int, fingers: Int), _ variation: Variation) throws {
    let path = try #require(Corpus.folder).appending(path: recording.name + ".jsonl").path
    var reader = try SessionReader([.path(path)])
    var events: [InputEvent] = []
    while let event = try reader.next() { events.append(event) }
    let session = Session(name: recording.name, events: events, surfaces: reader.surfaces)
      .varied(variation)
    var labels = LabelSet()
    let lines = try String(contentsOf: Corpus.labels, encoding: .utf8).split(separator: "\n")
    for line in lines { _ = labels.read(line: line) }
    var measure = PalmMeasure()
    measure.add(session, labels, Policy.fude.outcomes(session))
    #expect(measure.palms == recording.palms)
    #expect(measure.palmsKept == 0)
    #expect(measure.shown.isEmpty)
    let kept = measure.nearFingers.kept + measure.afterFingers.kept + measure.aloneFingers.kept
    #expect(kept == recording.fingers)
    #expect(measure.wronglyRevoked == 0)
  }
}
