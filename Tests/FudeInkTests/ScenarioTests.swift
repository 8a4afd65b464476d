import Foundation
import FudeInk
import FudeModel
import Testing

@Suite("Reported strokes")
struct ScenarioTests {
  /// The width of the pen at a force.
  private func width(_ force: Float) -> Float {
    Float(Brush.pen.width) * (0.25 + 0.75 * PressureCurve.linear.response(to: force))
  }

  @Test("Each comes out as written down", arguments: Fixture.names)
  func golden(_ name: String) throws {
    let summary = try Fixture(name).summary
    let url = Fixture.folder.appending(path: "\(name)/expected.txt")
    if ProcessInfo.processInfo.environment["FUDE_REWRITE_GOLDENS"] != nil {
      try summary.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("rewrote \(name): read the difference, then run again without the switch")
    }
    #expect(summary == (try String(contentsOf: url, encoding: .utf8)))
  }

  @Test("I1: the first width is that of the first real force")
  func lateForce() throws {
    let knots = try Fixture("I1-force-comes-late").built().knots
    #expect(abs(knots[0].radius * 2 - width(0.4)) < 0.01)
  }

  @Test("I2: a first force of 100 % before 8 % is an outlier; a hard tap of 57 % is not")
  func outlier() throws {
    let soft = try Fixture("I2-first-force-outlier").built().knots
    #expect(soft[0].radius * 2 < width(0.12))
    let hard = try Fixture("I2-hard-tap").built().knots
    #expect(hard[0].radius * 2 > width(0.53))
  }

  @Test("I4: force 0 throughout is drawn with the assumed force, and flagged")
  func noForce() throws {
    let none = try Fixture("I4-no-force-at-all").built()
    #expect(none.model.isWithoutForce)
    #expect(none.knots.allSatisfy { abs($0.radius * 2 - width(0.5)) < 0.01 })
    let ending = try Fixture("I4-ends-at-zero").built()
    #expect(!ending.model.isWithoutForce)
    #expect(ending.knots.allSatisfy { abs($0.radius * 2 - width(0.5)) < 0.02 })
  }

  @Test("I5: low and high stretch a device's range to the full width; 0.05 marks when low is 0")
  func range() throws {
    let fixture = try Fixture("I5-narrow-range")
    #expect(fixture.built().knots[0].radius * 2 >= width(0.04))
    var brush = Brush.pen
    brush.curve = PressureCurve(low: 0.1, high: 0.65)
    let knots = fixture.built(brush).knots
    #expect(abs(knots[0].radius * 2 - width(0)) < 0.01)
    #expect(abs(knots[knots.count - 1].radius * 2 - width(1)) < 0.03)
  }

  @Test("I7: a curve changes the width once, and the raw force not at all")
  func curveOnce() throws {
    let fixture = try Fixture("I7-curve-set")
    var brush = Brush.pen
    brush.curve = .heavy
    let (canvas, id) = drawn(fixture.samples, brush: brush)
    let stroke = try #require(canvas[id])
    #expect(stroke.samples == fixture.samples)
    let middle = stroke.knots[28]
    let force = Float(0.05 + 0.6 * 28 / 55)
    let expected = Float(brush.width) * (0.25 + 0.75 * brush.curve.response(to: force))
    #expect(abs(middle.radius * 2 - expected) < 0.01)
  }

  @Test("I8: coalesced samples are points of their own, the parent event is not doubled")
  func coalesced() throws {
    #expect(try Fixture("I8-coalesced").built().knots.count == 5)
  }

  @Test("I9: one sample is a dot, two are a line, three a curve")
  func few() throws {
    let dot = try Fixture("I9-one-sample").built().outline
    #expect(dot.count == 1)
    #expect(dot.points.allSatisfy { abs(distance($0, SIMD2(5, 5)) - width(0.5) / 2) < 0.001 })
    let line = try Fixture("I9-two-samples").built()
    #expect(line.knots.count == 2)
    #expect(line.outline.points.contains { $0.x > 7 })
    #expect(try Fixture("I9-three-samples").built().knots.count == 3)
  }

  @Test("I11: a force that collapses at the lift leaves no thin tail")
  func lift() throws {
    let knots = try Fixture("I11-fast-lift").built().knots
    #expect(knots.suffix(8).allSatisfy { $0.radius * 2 > width(0.55) })
  }

  @Test("I12: a highlighter that crosses itself has one tone")
  func highlighter() throws {
    let (canvas, _) = drawn(try Fixture("I12-highlighter-crosses").samples, brush: .marker)
    let image = picture(canvas, width: 260, height: 200, scale: 10)
    let darkest = image.pixels.map { $0 & 0xffffff }.min()
    let tone = Bitmap(width: 1, height: 1, fill: Brush.marker.color).pixels[0] & 0xffffff
    #expect(darkest == tone)
  }

  @Test("I13: a line that turns back on itself has no dots beside it")
  func backtracking() throws {
    let builder = try Fixture("I13-backtracking").built()
    let reach = builder.knots.map(\.radius).max() ?? 0
    for point in builder.outline.points {
      let nearest = builder.knots.map { distance($0.position, point) }.min() ?? 99
      #expect(nearest < reach + 0.45)
    }
  }

  @Test("I13: a sparse zigzag is as wide in its corners as between them")
  func zigzag() throws {
    let (canvas, _) = drawn(try Fixture("I13-sparse-zigzag").samples)
    let image = picture(canvas, width: 200, height: 160, scale: 10)
    for corner in try Fixture("I13-sparse-zigzag").samples {
      #expect(image[Int(corner.position.x * 10), Int(corner.position.y * 10)].red < 40)
    }
  }

  @Test("I14: small fast letters keep their corners")
  func corners() throws {
    let fixture = try Fixture("I14-small-fast-letters")
    let knots = fixture.built().knots
    let tops = fixture.samples.filter { abs($0.position.y - 8) > 1.45 }
    #expect(tops.count >= 4)
    for top in tops {
      let spot = SIMD2(Float(top.position.x), Float(top.position.y))
      #expect((knots.map { distance($0.position, spot) }.min() ?? 9) < 0.15)
    }
  }

  @Test("I15: 60 and 240 Hz give the same widths within 2 %")
  func rates() throws {
    let coarse = try Fixture("I15-60-hz").built().knots
    let fine = try Fixture("I15-240-hz").built().knots
    for (index, knot) in coarse.enumerated() {
      #expect(abs(knot.radius - fine[index * 4].radius) <= 0.02 * knot.radius)
    }
  }

  @Test("I16: duplicates and times that run backwards make one clean stroke")
  func duplicates() throws {
    let builder = try Fixture("I16-duplicates").built()
    let knots = builder.knots
    for (a, b) in zip(knots, knots.dropFirst()) {
      #expect(b.time >= a.time)
      #expect(b.position.x > a.position.x - 0.2)
    }
    #expect(abs(knots[knots.count - 1].position.x - 10.7) < 0.001)
  }

  private func distance(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float {
    let gap = a - b
    return (gap.x * gap.x + gap.y * gap.y).squareRoot()
  }
}
