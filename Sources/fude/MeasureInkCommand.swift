import Foundation
import InkLaboratory

/// Measures the ink engine: quality and speed.
enum MeasureInkCommand: Subcommand {
  static let specification = CommandSpecification(
    path: ["measure", "ink"],
    summary: "measure how good lines are and what they cost",
    operands: "",
    operandCount: 0...0,
    options: [
      .value("shared", "DIR", "where corpus/ink and corpus/pen-touch lie (default: ../shared)"),
      .json,
    ],
    discussion: """
      Draws seeded strokes with known noise and real strokes, and measures: distance from
      the true path, corners, prediction, widths at 60 and 240 Hz, edge pixels against
      supersampling, microseconds for each pen event, strokes a second. Real strokes come
      from a folder that is not part of Fude; without it those rows are left out. Times
      are processor time of this machine: compare ratios, not figures.
      """,
    examples: [
      ("fude measure ink", "a table"),
      ("fude measure ink --json", "one object a line, for programs"),
    ])

  static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let shared = arguments.value("shared") ?? "../shared"
    let corpus = Corpus(shared: URL(filePath: shared, directoryHint: .isDirectory))
    if corpus.strokes.isEmpty { say("fude: no real strokes in \(shared): seeded ones only") }
    let report = InkReport(corpus: corpus) { say("fude: measuring \($0)") }
    let isJSON = arguments.flag("json")
    if !isJSON {
      for file in report.files {
        print("corpus \(file.name) \(String(file.hash, radix: 16))")
      }
    }
    for row in report.rows {
      print(isJSON ? line(row) : text(row))
    }
    return .success
  }

  private static func text(_ row: QualityReport.Row) -> String {
    let name = row.name.padding(toLength: 52, withPad: " ", startingAt: 0)
    let target = row.target.map { "  (to reach: \($0))" } ?? ""
    return name + String(format: "%12.4f ", row.value) + row.unit + target
  }

  private static func line(_ row: QualityReport.Row) -> String {
    let target = row.target.map { ",\"target\":\($0)" } ?? ""
    return "{\"name\":\"\(row.name)\",\"value\":\(row.value),\"unit\":\"\(row.unit)\"\(target)}"
  }
}
