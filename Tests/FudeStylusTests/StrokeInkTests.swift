import FudeInk
import FudeModel
import FudeStylus
import FudeTouch
import Testing

/// Ink made of stylus strokes.
@Suite struct StrokeInkTests {
  /// The ink of one stroke whose forces come 50 ms late.
  private func ink(_ settings: StylusSettings = StylusSettings()) async -> StrokeInk {
    var settings = settings
    settings.smoothing = 0
    let table = await Table(settings)
    await table.connect()
    await table.stroke(1, at: 2000)
    await table.go(4000)
    var ink = StrokeInk(brush: .pen)
    for event in await table.finish().strokes { ink.draw(event) }
    return ink
  }

  @Test func forcesThatComeLateGiveTheWidthFromTheFirstPointOn() async throws {
    var settings = StylusSettings()
    settings.tellsProvisionalStrokes = true
    let canvas = await ink(settings).canvas
    let stroke = try #require(canvas.drawn.first.flatMap { canvas[$0] })
    #expect(canvas.drawnCount == 1)
    func radius(_ raw: Float) -> Float {
      Float(Brush.pen.width) / 2 * (0.25 + 0.75 * raw / 2047)
    }
    // The forces rise from 900 to 1080; nowhere is a default width in between.
    let radii = stroke.knots.map(\.radius)
    #expect(radii.allSatisfy { (radius(899)...radius(1081)).contains($0) })
    #expect(zip(radii, radii.dropFirst()).allSatisfy { $1 >= $0 - 1e-4 })
    #expect(radii[radii.count - 1] > radii[0] + 0.01)
    let forces = stroke.samples.map { ($0.pressure ?? 0) * 2047 }
    #expect(forces.allSatisfy { (899...1081).contains($0) })
  }

  @Test func aPalmsProvisionalInkIsDrawnAndTakenBack() async {
    var settings = StylusSettings()
    settings.tellsProvisionalStrokes = true
    let table = await Table(settings)
    await table.connect()
    await table.touch(1900, .began, 9, 110, 80)
    await table.go(4000)
    await table.touch(4100, .ended, 9, 110, 80)
    var ink = StrokeInk()
    var counts: [Int] = []
    for event in await table.finish().strokes {
      ink.draw(event)
      counts.append(ink.canvas.drawnCount)
    }
    #expect(counts == [1, 0])
  }
}
