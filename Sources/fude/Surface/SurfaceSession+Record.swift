import FudeModel
import FudePointer
import FudeRecording
import FudeSurface

extension SurfaceSession {
  /// Whether a recording was made by the page, so that only a surface can play it as it was.
  static func made(_ provenance: [Provenance]) -> Bool {
    provenance.count == 1 && provenance[0].writer == "fude surface"
  }

  /// Does what a record of a page's recording says.
  mutating func play(_ record: Record) {
    switch record {
    case .pointer(let pointer): if let report = PointerReport(pointer) { receive(report) }
    case .input(.pad(let frame)): receive(frame)
    case .input(.lost(let device, let time, _)): losePad(device, at: time)
    case .annotation(let note):
      let sign = "surface: "
      guard let time = note.time, note.text.hasPrefix(sign) else { return }
      let text = note.text.dropFirst(sign.count)
      if text == "tick" {
        advance(to: time)
      } else if let command = SurfaceCommand(Array(text.utf8)) {
        perform(command, at: time)
      }
    default: break
    }
  }
}
