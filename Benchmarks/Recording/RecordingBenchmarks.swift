import Foundation

/// Measures reading, and reads damaged recordings.
///
///     RecordingBenchmarks fuzz FIXTURES [COUNT [FORM]]
///     RecordingBenchmarks generate FILE [EVENTS]
///     RecordingBenchmarks speed FILE [ROUNDS]
@main
enum RecordingBenchmarks {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    guard words.count >= 2, let first = words.first else {
      print("usage: fuzz FIXTURES [COUNT [FORM]] | generate FILE [EVENTS] | speed FILE [ROUNDS]")
      exit(64)
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "fuzz":
      for trap in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGALRM] {
        signal(trap) { _ in
          let text = "crashed or hung at number \(Fuzz.current)\n"
          text.utf8CString.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count - 1) }
          _exit(70)
        }
      }
      let count = rest.count > 1 ? Int(rest[1]) ?? 200_000 : 200_000
      let broken = Fuzz.run(
        try Fuzz.load(rest[0]), count: count, only: rest.count > 2 ? rest[2] : nil)
      if broken > 0 { exit(1) }
    case "generate":
      try Speed.generate(rest.count > 1 ? Int(rest[1]) ?? 1_000_000 : 1_000_000, to: rest[0])
    case "speed": try Speed.read(rest[0], rounds: rest.count > 1 ? Int(rest[1]) ?? 5 : 5)
    default:
      print("there is no '\(first)'")
      exit(64)
    }
  }
}
