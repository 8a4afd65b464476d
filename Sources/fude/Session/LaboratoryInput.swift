import FudeLaboratory
import FudeModel
import FudeRecording
import FudeSimulation
import Foundation

/// Reads recordings and label files for the laboratory's commands.
enum LaboratoryInput {
  /// The recordings, each as a session of its own, named after its file.
  static func sessions(_ paths: [String]) throws(CommandError) -> [Session] {
    var sessions: [Session] = []
    for path in paths {
      sessions.append(
        try session(path == "-" ? .standardInput : .path(path), named: name(path)))
    }
    return sessions
  }

  private static func session(
    _ source: RecordingSource, named name: String
  ) throws(CommandError) -> Session {
    do {
      var reader = try SessionReader([source])
      var events: [InputEvent] = []
      while let event = try reader.next() { events.append(event) }
      return Session(name: name, events: events, surfaces: reader.surfaces)
    } catch {
      throw CommandError(error)
    }
  }

  /// Simulated sessions of each hand, `count` of each, and the truth about their contacts.
  static func simulated(_ count: Int) throws(CommandError) -> ([Session], LabelSet) {
    var sessions: [Session] = []
    var labels = LabelSet()
    for isLeftHanded in [false, true] {
      for seed in 1...count {
        var options = Simulation.Options()
        options.seed = UInt64(seed)
        options.isLeftHanded = isLeftHanded
        let name = "simulated \(isLeftHanded ? "left" : "right") \(seed)"
        do {
          let bytes = try Simulation.recording(options)
          sessions.append(try session(.bytes(bytes, name: name), named: name))
        } catch let error as RecordingError {
          throw CommandError(error)
        } catch {
          throw error as? CommandError ?? CommandError(status: .failure, message: "\(error)")
        }
        for label in Simulation(options).labels {
          labels[name, Int(label.trackingID)] = label.truth == .palm ? .palm : .finger
        }
      }
    }
    return (sessions, labels)
  }

  /// A recording's name in label files: its file's, without folder and ending.
  static func name(_ path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
  }

  /// The labels in a file; lines that are none are counted on standard error.
  ///
  /// - Parameter keepsAll: Whether the file will be written again: then a line that is no label,
  ///   and would be lost, is an error, and an empty file is none.
  static func labels(_ path: String, keepsAll: Bool = false) throws(CommandError) -> LabelSet {
    let text: String
    do {
      text = try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw CommandError(status: .noInput, message: "'\(path)' cannot be read as labels")
    }
    var labels = LabelSet()
    var bad = 0
    for line in text.split(separator: "\n") where !labels.read(line: line) { bad += 1 }
    guard bad == 0 || !keepsAll else {
      throw CommandError(
        status: .data,
        message: "'\(path)' has \(bad) lines that are no labels, and would lose them")
    }
    if bad > 0 { say("fude: \(path): \(bad) lines are no labels and were skipped") }
    guard !labels.labels.isEmpty || keepsAll else {
      throw CommandError(status: .data, message: "'\(path)' holds no labels")
    }
    return labels
  }
}
