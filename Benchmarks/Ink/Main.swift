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
      // What peers.py and cairo.c fill, and what mypaint.c draws.
      for width in [4, 16] {
        let corpus = Corpus(shared: URL(filePath: shared))
        let set = OutlineSet(corpus.half(1), width: Double(width))
        try set.bytes.write(to: folder.appending(path: "outlines-\(width).bin"))
        try set.sampleBytes.write(to: folder.appending(path: "samples-\(width).bin"))
      }
    case "pixels":
      // What pairs.py sets beside the peers.
      let recorded = Corpus(shared: URL(filePath: shared)).half(1)
      guard !recorded.isEmpty else {
        throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "\(shared)/corpus"])
      }
      for width in [4, 16] {
        let set = OutlineSet(recorded, width: Double(width))
        print("\(width) px: ours", Int(RasterReport.rate(set, passes: 9)), "strokes/s")
        print(
          "\(width) px: ours, from samples", Int(RasterReport.sampleRate(set, passes: 9)),
          "strokes/s")
      }
    case "allocations": AllocationBenchmark.run()
    case "document": DocumentBenchmark.run(100_000)
    case "pictures": try Pictures.write(to: folder)
    case "scenarios":
      try ScenarioPictures.write(fixtures: URL(filePath: "Fixtures/ink"), to: folder)
    default:
      print(
        """
        usage: InkBenchmarks report | pixels | allocations | document
               InkBenchmarks outlines DIR | pictures DIR | scenarios DIR
        """)
    }
  }
}
