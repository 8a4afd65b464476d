public import Foundation

/// Real strokes, read from a folder that is not part of the project.
public struct Corpus: Sendable {
  /// One recorded stroke.
  public struct Stroke: Sendable {
    /// Where it is from.
    public let source: String
    /// Its points.
    public let samples: [InkSampleData]
  }

  /// The strokes, in the order of the files.
  public let strokes: [Stroke]
  /// The files and a hash (FNV-1a, 64 bits) of each.
  public let files: [(name: String, hash: UInt64)]

  /// The strokes with even or odd numbers: one half to tune on, the other to report on.
  public func half(_ which: Int) -> [Stroke] {
    strokes.enumerated().filter { $0.offset % 2 == which }.map(\.element)
  }

  /// Reads `corpus/ink` and `corpus/pen-touch` below a folder; what is absent is left out.
  public init(shared: URL) {
    var strokes: [Stroke] = []
    var files: [(String, UInt64)] = []
    let csv = ["ink", "1_Value_of_Ink_1_3.1_delta", "2_Digital_Ink_is_processable_1_3.1_delta"]
    for name in csv {
      let url = shared.appending(path: "corpus/ink/wacom-uim/csv/\(name).csv")
      guard let data = try? Data(contentsOf: url) else { continue }
      files.append((name, Corpus.hash(data)))
      strokes += Corpus.uim(data, name)
    }
    for device in ["Wacom_Intuos5_touch_L_056a_0028", "Wacom_Intuos_Pro_M_056a_0315"] {
      let url = shared.appending(path: "corpus/pen-touch/\(device).jsonl")
      guard let data = try? Data(contentsOf: url) else { continue }
      files.append((device, Corpus.hash(data)))
      strokes += Corpus.penTouch(data, device)
    }
    self.strokes = strokes
    self.files = files
  }

  /// Strokes of one source.
  public func strokes(of source: String) -> [Stroke] { strokes.filter { $0.source == source } }

  private static func hash(_ data: Data) -> UInt64 {
    data.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Wacom's Universal Ink Model samples: seconds, metres.
  private static func uim(_ data: Data, _ name: String) -> [Stroke] {
    var found: [Stroke] = []
    var points: [InkSampleData] = []
    var current = ""
    func close() {
      if points.count > 1 { found.append(Stroke(source: name, samples: points)) }
      points = []
    }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count > 5, let t = Double(fields[1]), let x = Double(fields[2]),
        let y = Double(fields[3])
      else { continue }
      if String(fields[0]) != current { close() }
      current = String(fields[0])
      points.append(
        InkSampleData(time: t, position: SIMD2(x, y) * 1000, force: Double(fields[5])))
    }
    close()
    return found
  }

  /// Pen and touch on one clock: seconds, millimetres; only the pen with its tip down.
  private static func penTouch(_ data: Data, _ name: String) -> [Stroke] {
    var found: [Stroke] = []
    var points: [InkSampleData] = []
    for line in data.split(separator: 10) {
      guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
        object["k"] as? String == "pen"
      else { continue }
      if object["tip"] as? Bool == true, let t = object["t"] as? Double,
        let x = object["x"] as? Double, let y = object["y"] as? Double
      {
        points.append(
          InkSampleData(time: t, position: SIMD2(x, y), force: object["p"] as? Double))
      } else {
        if points.count > 1 { found.append(Stroke(source: name, samples: points)) }
        points = []
      }
    }
    if points.count > 1 { found.append(Stroke(source: name, samples: points)) }
    return found
  }
}
