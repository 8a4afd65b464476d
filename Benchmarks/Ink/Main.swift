import Foundation
import FudeInk
import FudeModel

/// `ink-benchmarks pictures DIR`: writes a contact sheet of strokes as PPM, to look at.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "pictures":
      try Pictures.write(to: URL(filePath: arguments.dropFirst().first ?? "."))
    default:
      print("usage: ink-benchmarks pictures DIR")
    }
  }
}
