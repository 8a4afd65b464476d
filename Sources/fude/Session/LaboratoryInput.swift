import FudeLaboratory
import FudeModel
import FudeRecording
import Foundation

/// Reads recordings and label files for the laboratory's commands.
enum LaboratoryInput {
  /// The recordings, each as a session of its own, named after its file.
  static func sessions(_ paths: [String]) throws(CommandError) -> [Session] {
    var sessions: [Session] = []
    for path in paths {
      do {
        var reader = try SessionReader([path == "-" ? .standardInput : .path(path)])
        var events: [InputEvent] = []
        while let event = try reader.next() { events.append(event) }
        sessions.append(Session(name: name(path), events: events, surfaces: reader.surfaces))
      } catch {
        throw CommandError(error)
      }
    }
    return sessions
  }

  /// A recording's name in label files: its file's, without folder and ending.
  static func name(_ path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
  }

  /// The labels in a file; lines that are none are counted on standard error.
  static func labels(_ path: String) throws(CommandError) -> LabelSet {
    let text: String
    do {
      text = try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw CommandError(status: .noInput, message: "'\(path)' cannot be read as labels")
    }
    var labels = LabelSet()
    var bad = 0
    for line in text.split(separator: "\n") where !labels.read(line: line) { bad += 1 }
    if bad > 0 { say("fude: \(path): \(bad) lines are no labels and were skipped") }
    guard !labels.labels.isEmpty else {
      throw CommandError(status: .data, message: "'\(path)' holds no labels")
    }
    return labels
  }
}
