import FudeModel

/// Who does what and when: the brush is written, a finger underlines it, the text is written.
struct Script {
  private let options: Simulation.Options
  private let side: Double
  private var generator: SeededGenerator
  private(set) var samples: [PenSample] = []
  private(set) var tracks: [ContactTrack] = []
  private var now = Timestamp(microseconds: 500_000)

  init(_ options: Simulation.Options) {
    self.options = options
    side = options.isLeftHanded ? -1 : 1
    generator = SeededGenerator(seed: options.seed)
  }

  private var motion: StrokeMotion {
    StrokeMotion(speed: 75, pressure: 0.42, noise: 0.02, interval: 7_500)
  }

  mutating func play() {
    let box = Point(x: 92, y: 12)
    block(
      Glyphs.brush.map { $0.map { box + Point(x: $0.0, y: $0.1) * 0.74 } }, speed: 110,
      pressure: 0.62, withOtherHand: false)
    if options.hasSecondHand { underline(below: box) }
    for line in lines() {
      block(line, speed: 70, pressure: 0.42, withOtherHand: options.hasSecondHand)
    }
    if options.hasSecondHand { taps() }
  }

  /// One visit of the pen: the hand lands, the pen comes, writes and leaves, the hand lifts.
  private mutating func block(
    _ strokes: [[Point]], speed: Double, pressure: Double, withOtherHand: Bool
  ) {
    guard let first = strokes.first?.first else { return }
    let lead = generator.number(in: 0.12...0.7)
    let start = now + .seconds(lead)
    var motion = motion
    motion.speed = speed
    motion.pressure = pressure
    var pen = PenTrack(start: start, place: first, motion: motion, side: side)
    pen.hover(to: first, seconds: 0.12, generator: &generator)
    for stroke in strokes {
      guard let begin = stroke.first else { continue }
      // Lifts between strokes: 116 ms at the 10th percentile in real recordings.
      pen.hover(to: begin, seconds: generator.number(in: 0.09...0.24), generator: &generator)
      pen.stroke(along: stroke, generator: &generator)
    }
    pen.hover(
      to: (strokes.last?.last ?? first) + Point(x: side * 12, y: 6), seconds: 0.15,
      generator: &generator)
    pen.leave()
    samples += pen.samples
    if options.hasPalm { rest(beside: pen.samples, from: now, to: pen.now) }
    if withOtherHand { margin(beside: pen.samples) }
    now = pen.now + .seconds(generator.number(in: 0.5...0.9))
  }

  /// The writing hand from before the pen's arrival until after it left.
  private mutating func rest(beside pen: [PenSample], from start: Timestamp, to end: Timestamp) {
    guard let first = pen.first?.position else { return }
    var hand = WritingHand(side: side, tip: first, generator: &generator)
    var index = 0
    tracks += hand.tracks(
      from: start, to: end + .seconds(generator.number(in: 0.05...0.35)), generator: &generator
    ) { time in
      while index + 1 < pen.count && pen[index + 1].time <= time { index += 1 }
      return pen[index].position ?? first
    }
  }

  /// A finger of the other hand draws a line down the margin while the pen writes.
  private mutating func margin(beside pen: [PenSample]) {
    guard let first = pen.first, let last = pen.last, let tip = first.position else { return }
    let edge = side > 0 ? 10.0 : EvdevEncoding.size.width - 10
    // Hands keep out of each other's way.
    let nearest = pen.compactMap { $0.position }.map { abs($0.x - edge) }.min() ?? 0
    guard abs(tip.x - edge) > 12, nearest > 12, last.time - first.time > .milliseconds(2000) else {
      return
    }
    let top = generator.number(in: 96...100)
    tracks.append(
      Fingers.drag(
        along: [
          Point(x: edge, y: top), Point(x: edge + 0.6, y: top + 22), Point(x: edge, y: top + 44),
        ],
        from: first.time + .seconds((last.time - first.time).seconds * 0.35), speed: 45,
        truth: .secondHand, generator: &generator))
  }

  /// A finger draws a wave under the brush soon after the pen has left.
  private mutating func underline(below box: Point) {
    let wave = (0...12).map { step in
      Point(
        x: box.x - 6 + Double(step) * 7.2,
        y: box.y + 84 + (step % 2 == 0 ? 1.6 : -1.6))
    }
    let track = Fingers.drag(
      along: wave, from: now + .milliseconds(120), speed: 90, truth: .finger,
      generator: &generator)
    tracks.append(track)
    now = (track.reports.last?.time ?? now) + .milliseconds(600)
  }

  /// Two fingers tap together, the gesture for undo, and lift.
  private mutating func taps() {
    let start = now + .milliseconds(800)
    for offset in [Point(x: 0, y: 0), Point(x: 24, y: -6)] {
      tracks.append(
        Fingers.rest(
          at: Point(x: 40, y: 60) + offset, from: start, seconds: 0.09, truth: .finger,
          generator: &generator))
    }
  }

  /// The text in lines of strokes, letter by letter.
  private func lines() -> [[[Point]]] {
    let height = 9.0
    let left = 28.0
    let right = EvdevEncoding.size.width - 28
    var lines: [[[Point]]] = [[]]
    var pen = Point(x: left, y: 118)
    for word in options.text.utf8.split(separator: UInt8(ascii: " ")) {
      let glyphs = word.compactMap(Glyphs.letter)
      let width = glyphs.reduce(0) { $0 + $1.advance } * height
      if pen.x > left && pen.x + width > right {
        lines.append([])
        pen = Point(x: left, y: pen.y + 30)
      }
      for glyph in glyphs {
        for stroke in glyph.strokes {
          lines[lines.count - 1].append(
            stroke.map { pen + Point(x: $0.0 - 0.12 * $0.1, y: $0.1) * height })
        }
        pen.x += glyph.advance * height
      }
      pen.x += 0.9 * height
    }
    return lines.filter { !$0.isEmpty }
  }
}
