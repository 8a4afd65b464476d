import CSDL2
import Foundation
import FudePad
import Testing

/// Where the shared corpus is; `nil` if it is not here.
func shared(_ path: String) -> URL? {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let folder =
    ProcessInfo.processInfo.environment["FUDE_SHARED"].map { URL(fileURLWithPath: $0) }
    ?? root.deletingLastPathComponent().appendingPathComponent("shared")
  let file = folder.appendingPathComponent(path)
  return FileManager.default.fileExists(atPath: file.path) ? file : nil
}

extension GameController {
  @Suite struct Database {
    static let file = shared("corpus/gamecontrollerdb/gamecontrollerdb.txt")

    @Test(.enabled(if: file != nil, "corpus/gamecontrollerdb is not here; set FUDE_SHARED"))
    func `Every Linux row of the community database reads, reads back, and loads into SDL`() throws
    {
      let text = try String(contentsOf: try #require(Self.file), encoding: .utf8)
      let rows = text.split(separator: "\n").filter { $0.contains("platform:Linux") }
      #expect(rows.count == 734)
      try #require(SDL_Init(UInt32(SDL_INIT_GAMECONTROLLER)) == 0)
      defer { SDL_Quit() }
      for row in rows {
        let row = row.trimmingCharacters(in: .whitespaces)
        let mapping = try PadMapping(line: row)
        #expect(try PadMapping(line: mapping.line) == mapping, "\(row)")
        #expect(SDL_GameControllerAddMapping(mapping.line) >= 0, "\(row)")
        // One row is for SDL's XInput driver and has no GUID.
        guard mapping.guid != "xinput" else { continue }
        let kept = SDL_GameControllerMappingForGUID(SDL_JoystickGetGUIDFromString(mapping.guid))
        #expect(kept != nil, "\(row)")
        SDL_free(kept)
      }
    }
  }
}
