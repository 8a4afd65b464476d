import Foundation
import FudeInk
import FudeModel
import InkLaboratory

/// `ink-benchmarks pictures DIR`: writes a contact sheet of strokes as PPM, to look at.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "pictures":
      try Pictures.write(to: URL(filePath: arguments.dropFirst().first ?? "."))
    case "scenarios":
      try ScenarioPictures.write(
        fixtures: URL(filePath: "Fixtures/ink"),
        to: URL(filePath: arguments.dropFirst().first ?? "."))
    case "quality":
      let report = QualityReport(corpus: Corpus(shared: URL(filePath: "../shared")))
      for row in report.rows {
        let target = row.target.map { " (to reach: \($0))" } ?? ""
        print(row.name, String(format: "%.4f", row.value), row.unit + target)
      }
    case "live":
      LiveBenchmark.run()
    case "raster":
      try RasterBenchmark.run(Array(arguments.dropFirst()))
    default:
      print("usage: ink-benchmarks pictures DIR")
    }
  }
}
