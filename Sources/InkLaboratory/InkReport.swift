/// All figures of the ink engine: quality, then speed.
public struct InkReport: Sendable {
  /// The figures.
  public let rows: [QualityReport.Row]
  /// The files of the corpora and their hashes (FNV-1a, 64 bits).
  public let files: [(name: String, hash: UInt64)]

  /// Measures; takes about half a minute.
  ///
  /// - Parameters:
  ///   - corpus: The recorded strokes.
  ///   - progress: Told what is measured next.
  public init(corpus: Corpus, progress: (String) -> Void = { _ in }) {
    files = corpus.files
    progress("quality")
    var rows = QualityReport(corpus: corpus).rows
    func add(_ name: String, _ value: Double, _ unit: String, _ target: Double? = nil) {
      rows.append(QualityReport.Row(name: name, value: value, unit: unit, target: target))
    }
    progress("pen events")
    add("model and prediction", Live.model(), "µs/event", 0.15)
    let live = Live.outline()
    add("live outline, first 2000 events of 20000", live.first, "µs/event", 1)
    add("live outline, last 2000 events of 20000", live.last, "µs/event", 1)
    let recorded = corpus.half(1)
    if !recorded.isEmpty {
      for width in [4.0, 16] {
        progress("pixels, \(Int(width)) px pen")
        let report = RasterReport(OutlineSet(recorded, width: width))
        let pen = "\(Int(width)) px pen"
        add("edge pixels against 16×16, RMS, \(pen)", report.rms16, "of 1", 0.006)
        add("edge pixels against 16×16, largest, \(pen)", report.largest16, "of 1", 0.05)
        add("edge pixels against 64×64, RMS, \(pen)", report.rms64, "of 1")
        add("strokes to pixels, \(pen)", report.strokesPerSecond, "strokes/s")
      }
    }
    self.rows = rows
  }
}
