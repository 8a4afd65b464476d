import Foundation
import FudeInk
import InkLaboratory

/// `InkBenchmarks COMMAND`: what ink costs and how good it is; Docs/ink.md has the results.
@main
enum Main {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let folder = URL(filePath: arguments.count > 1 ? arguments[1] : ".")
    let shared = ProcessInfo.processInfo.environment["FUDE_SHARED"] ?? "../shared"
    switch arguments.first {
    case "report":
      for row in InkReport(corpus: Corpus(shared: URL(filePath: shared))).rows {
        let target = row.target.map { " (to reach: \($0))" } ?? ""
        print(row.name, String(format: "%.4f", row.value), row.unit + target)
      }
    case "outlines":
      // What peers.py and cairo.c fill.
      for width in [4, 16] {
        let corpus = Corpus(shared: URL(filePath: shared))
        try OutlineSet(corpus.half(1), width: Double(width)).bytes.write(
          to: folder.appending(path: "outlines-\(width).bin"))
      }
    case "allocations": AllocationBenchmark.run()
    case "document": DocumentBenchmark.run(100_000)
    case "pictures": try Pictures.write(to: folder)
    case "scenarios":
      try ScenarioPictures.write(fixtures: URL(filePath: "Fixtures/ink"), to: folder)
    default:
      print(
        """
        usage: InkBenchmarks report | allocations | document
               InkBenchmarks outlines DIR | pictures DIR | scenarios DIR
        """)
    }
  }
}
