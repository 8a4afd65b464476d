public import FudeInk
import FudeModel

extension UniversalInk {
  private typealias Message = ProtocolBuffer.Message

  /// The strokes that a canvas shows, as the bytes of a `.uim` file; the same canvas gives the same
  /// bytes.
  ///
  /// The raw samples are written as sensor data, the smoothed middle line as a spline whose widths
  /// are the drawn ones. A channel is written if every sample of the stroke has it. What the model
  /// has no word for is lost: changes of a brush's curve, nib or ends.
  public static func encode(_ canvas: Canvas) -> [UInt8] {
    let strokes = canvas.drawn.compactMap { canvas[$0] }.filter { !$0.samples.isEmpty }
    let kinds = strokes.map { Kind($0.samples) }
    let names = Set(strokes.map { name(of: $0.brush) }).sorted()
    return InkChunks.write([
      ("INPT", input(strokes, kinds)), ("BRSH", brushes(names)), ("INKD", ink(strokes, names)),
      ("INKS", structure(strokes.count)),
    ])
  }

  /// Which channels a stroke has.
  private struct Kind: Hashable, Comparable {
    let number: Int

    init(_ samples: [InkSample]) {
      let hasForce = samples.allSatisfy { $0.pressure?.isFinite == true }
      let hasTilt = samples.allSatisfy { $0.tilt.map { $0.x.isFinite && $0.y.isFinite } ?? false }
      let hasTwist = samples.allSatisfy { $0.twist?.isFinite == true }
      number = (hasForce ? 1 : 0) + (hasTilt ? 2 : 0) + (hasTwist ? 4 : 0)
    }

    var channels: [Channel] {
      [.x, .y, .time] + (number & 1 != 0 ? [.force] : [])
        + (number & 2 != 0 ? [.altitude, .azimuth] : []) + (number & 4 != 0 ? [.twist] : [])
    }

    static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.number < rhs.number }
  }

  /// Sixteen bytes that name a thing within the file: a UUID of version 8, made of what and which.
  private static func id(_ what: UInt8, _ number: Int, _ part: UInt8 = 0) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16)
    bytes.replaceSubrange(0..<4, with: "fude".utf8)
    bytes[4] = what
    bytes[5] = part
    bytes[6] = 0x80
    bytes[8] = 0x80
    for place in 0..<4 { bytes[12 + place] = UInt8(truncatingIfNeeded: number >> (8 * place)) }
    return bytes
  }

  // MARK: Input data

  private static func input(_ strokes: [Stroke], _ kinds: [Kind]) -> [UInt8] {
    var contexts = Message()
    let used = Set(kinds).sorted()
    for kind in used {
      var context = Message()
      context.add(1, id(1, kind.number))
      context.add(2, id(4, 0))
      context.add(3, id(5, kind.number))
      contexts.add(1, context)
    }
    var provider = Message()
    provider.add(1, id(2, 0))  // its type, a pen, is 0
    contexts.add(2, provider)
    for (field, what) in [(3, 3), (4, 4)] as [(UInt64, UInt8)] {
      var thing = Message()  // the device, the environment: nothing is told of them
      thing.add(1, id(what, 0))
      contexts.add(field, thing)
    }
    for kind in used { contexts.add(5, sensorContext(kind)) }
    var input = Message()
    input.add(1, contexts)
    for (number, stroke) in strokes.enumerated() {
      input.add(2, sensorData(stroke.samples, kinds[number], number))
    }
    return input.bytes
  }

  private static func sensorContext(_ kind: Kind) -> Message {
    var group = Message()
    group.add(1, id(6, kind.number))
    for channel in kind.channels {
      var described = Message()
      described.add(1, id(7, kind.number, channel.rawValue))
      described.add(2, channelPrefix + channel.name)
      described.add(3, channel.metric)
      described.add(4, double: 1)
      if channel == .force { described.add(6, float: 1) }
      described.add(7, UInt64(channel.places))
      group.add(2, described)
    }
    group.add(5, id(2, 0))
    group.add(6, id(3, 0))
    var context = Message()
    context.add(1, id(5, kind.number))
    context.add(2, group)
    return context
  }

  private static func sensorData(_ samples: [InkSample], _ kind: Kind, _ number: Int) -> Message {
    // Whole milliseconds at the start; a session's clock may have begun after its first events.
    let start = max(0, (samples.first?.time.microseconds ?? 0) / 1000)
    var data = Message()
    data.add(1, id(8, number))
    data.add(2, id(1, kind.number))
    data.add(4, UInt64(start))
    for channel in kind.channels {
      var values = Message()
      values.add(1, id(7, kind.number, channel.rawValue))
      values.add(2, packed: steps(samples.map { whole($0, channel, since: start * 1000) }))
      data.add(5, values)
    }
    return data
  }

  /// A value of a channel as a whole number, within what a signed step of 32 bits can reach.
  private static func whole(_ sample: InkSample, _ channel: Channel, since start: Int64) -> Int64 {
    func scaled(_ value: Double) -> Int64 {
      let factor = (0..<channel.places).reduce(1.0) { factor, _ in factor * 10 }
      return Int64(max(-1e9, min(1e9, (value * factor).rounded())))
    }
    switch channel {
    case .x: return scaled(sample.position.x / 1000)
    case .y: return scaled(sample.position.y / 1000)
    case .time: return max(-1 << 30, min(1 << 30, sample.time.microseconds &- start))
    case .force: return scaled(Double(sample.pressure ?? 0))
    case .altitude: return scaled(sample.tilt?.altitudeAndAzimuth.altitude ?? 0)
    case .azimuth: return scaled(sample.tilt?.altitudeAndAzimuth.azimuth ?? 0)
    case .twist: return scaled(Double(sample.twist ?? 0))
    }
  }

  private static func steps(_ values: [Int64]) -> [Int64] {
    zip([0] + values, values).map { $1 - $0 }
  }

  // MARK: Ink

  /// The name of one of our brushes; `disc` for any other.
  private static func name(of brush: Brush) -> String {
    Brush.presets.contains { $0.name == brush.name } ? brush.name : "disc"
  }

  /// Brushes are discs; the names of ours bring back what else they do when Fude reads the file.
  private static func brushes(_ names: [String]) -> [UInt8] {
    var shape = Message()
    shape.add(5, "will://brush/3.0/shape/Circle?precision=20&radius=0.5")
    var brushes = Message()
    for name in names {
      var disc = Message()
      disc.add(1, brushPrefix + name)
      disc.add(2, shape)
      disc.add(3, float: 1)
      brushes.add(1, disc)
    }
    return brushes.bytes
  }

  private static func ink(_ strokes: [Stroke], _ names: [String]) -> [UInt8] {
    var ink = Message()
    for (number, stroke) in strokes.enumerated() {
      let brush = names.firstIndex(of: name(of: stroke.brush)) ?? 0
      ink.add(1, message(stroke, number, brush: brush))
    }
    ink.add(2, float: 1)
    for name in names { ink.add(4, brushPrefix + name) }
    for mode in [sourceOver, minimum, destinationOut] { ink.add(5, mode) }
    for stroke in strokes { ink.add(6, properties(stroke.brush)) }
    return ink.bytes
  }

  private static func message(_ stroke: Stroke, _ number: Int, brush: Int) -> Message {
    var spline = Message()
    // A Catmull-Rom curve passes through all points but the first and the last: both twice.
    let ends = [stroke.knots.first, stroke.knots.last].compactMap { $0 }
    let knots = ends.prefix(1) + stroke.knots + ends.suffix(1)
    let units = Float(1 / millimetresPerUnit)
    spline.add(1, packed: knots.map { $0.position.x * units })
    spline.add(2, packed: knots.map { $0.position.y * units })
    spline.add(8, packed: knots.map { $0.radius * 2 * units })
    var message = Message()
    message.add(1, id(9, number))
    message.add(4, float: 1)
    message.add(5, spline)
    message.add(7, UInt64(number + 1))
    message.add(9, UInt64(brush + 1))
    let mode: UInt64 = stroke.brush.mode == .erase ? 3 : stroke.brush.mode == .highlight ? 2 : 1
    message.add(11, mode)
    message.add(15, id(8, number))
    return message
  }

  private static func properties(_ brush: Brush) -> Message {
    let color = brush.color
    let rgba =
      UInt32(color.red) << 24 | UInt32(color.green) << 16 | UInt32(color.blue) << 8
      | UInt32(color.alpha)
    var message = Message()
    message.add(1, signed: Int32(bitPattern: rgba))
    message.add(2, float: Float(brush.width / millimetresPerUnit))
    return message
  }

  /// A group that holds all strokes in their order.
  private static func structure(_ count: Int) -> [UInt8] {
    var root = Message()
    root.add(2, id(10, 0))
    var tree = Message()
    tree.add(2, root)
    for number in 0..<count {
      var node = Message()
      node.add(1, 1)
      node.addPresent(3, UInt64(number))
      tree.add(2, node)
    }
    var structure = Message()
    structure.add(2, tree)
    return structure.bytes
  }
}
