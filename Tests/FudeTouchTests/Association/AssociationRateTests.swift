import Foundation
import FudeModel
import FudeTouch
import Testing

/// I15 (tldraw/tldraw#7550): the same stroke at two touch rates has the same widths.
@Suite struct AssociationRateTests {
  private typealias Point = (time: Int64, pressure: Float)

  @Test func aStrokeAt60And240HertzHasTheSamePressures() throws {
    let folder = AssociationFixtureTests.folder
      .appendingPathComponent("I15-same-at-60-and-240-hertz")
    let slow = try pressures(folder.appendingPathComponent("events-60hz.txt"))
    let fast = try pressures(folder.appendingPathComponent("events-240hz.txt"))
    #expect(slow.count > 55)
    #expect(fast.count > 3 * slow.count)
    var table = ""
    for (number, point) in slow.enumerated() {
      let near = try #require(pressure(of: fast, at: point.time))
      #expect(abs(near - point.pressure) <= 0.02 * point.pressure, "at \(point.time) µs")
      guard number % 6 == 0 else { continue }
      func text(_ value: Float) -> String { decimalText(Double(value), places: 3) }
      table +=
        "\(point.time / 1000) ms: \(text(point.pressure)) at 60 Hz, \(text(near)) at 240 Hz\n"
    }
    let file = folder.appendingPathComponent("expected.txt")
    if ProcessInfo.processInfo.environment["FUDE_REWRITE_GOLDENS"] != nil {
      try table.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("rewrote I15's expected.txt: read the difference")
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(table == expected)
  }

  /// By interpolation.
  private func pressure(of points: [Point], at time: Int64) -> Float? {
    guard let after = points.first(where: { $0.time >= time }),
      let before = points.last(where: { $0.time <= time })
    else { return points.last?.pressure }
    guard after.time > before.time else { return after.pressure }
    let part = Float(time - before.time) / Float(after.time - before.time)
    return before.pressure + (after.pressure - before.pressure) * part
  }

  private func pressures(_ file: URL) throws -> [Point] {
    let script = try RadioScript(String(contentsOf: file, encoding: .utf8))
    var stage = PenAssociator(settings: script.settings)
    var open: [UInt64: Int64] = [:]
    var settled: [Point] = []
    func take(_ said: AssociationEvent) {
      switch said {
      case .sample(let sample):
        if let token = sample.token {
          open[token] = sample.time.microseconds
        } else {
          settled.append((sample.time.microseconds, sample.pressure ?? -1))
        }
      case .pressure(let update):
        if let time = open.removeValue(forKey: update.token) {
          settled.append((time, update.pressure))
        }
      case .decision: break
      }
    }
    for event in script.events { stage.receive(event) { take($0) } }
    stage.advance(to: script.end + .seconds(1)) { take($0) }
    #expect(open.isEmpty)
    return settled.sorted { $0.time < $1.time }
  }
}
