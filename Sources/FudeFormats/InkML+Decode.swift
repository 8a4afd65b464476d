import FudeInk
import FudeModel

extension InkML {
  /// Reads the traces of an InkML file.
  ///
  /// Explicit values and the difference forms (`!`, `'`, `"`) are read; channels by name in any
  /// order; places in mm, cm, m, in or pt; without a unit, one is nominally a hundredth of a
  /// millimetre. A value that is no number ends its trace there, and is noted.
  ///
  /// - Throws: ``ExportError`` if it is not XML, or not InkML.
  public static func decode(_ bytes: [UInt8]) throws(ExportError) -> InkDocument {
    let root = try XMLTree.parse(bytes, format: "InkML")
    guard root.localName == "ink" else {
      throw ExportError(code: .malformed, message: "line 1: expected <ink>, found <\(root.name)>")
    }
    var formats: [String: [Channel]] = [:]
    for context in root.all("context") {
      guard let id = context.attributes["xml:id"] ?? context.attributes["id"] else { continue }
      formats[id] = context.all("traceFormat").first.map { channels($0) }
    }
    let common = root.all("traceFormat").first.map { channels($0) } ?? Channel.plain
    var brushes: [String: Brush] = [:]
    for brush in root.all("brush") {
      guard let id = brush.attributes["xml:id"] ?? brush.attributes["id"] else { continue }
      brushes[id] = decodeBrush(brush)
    }
    var document = InkDocument()
    for (number, trace) in root.all("trace").enumerated() {
      let context = trace.attributes["contextRef"].map { String($0.drop { $0 == "#" }) }
      let brush = trace.attributes["brushRef"].map { String($0.drop { $0 == "#" }) }
      let format = context.flatMap { formats[$0] } ?? common
      let (samples, isWhole) = decodeSamples(trace.text, format)
      if !isWhole {
        document.notes.append("trace \(number + 1): ends at a value that is no number")
      }
      if !samples.isEmpty {
        document.strokes.append(
          .init(brush: brush.flatMap { brushes[$0] } ?? .pen, samples: samples))
      }
    }
    return document
  }

  private struct Channel {
    var name: String
    var factor: Double
    /// X and Y where nothing is said.
    static let plain = [Channel(name: "X", factor: 0.01), Channel(name: "Y", factor: 0.01)]
  }

  private static func channels(_ format: XMLTree) -> [Channel] {
    let found = format.all("channel").map { channel in
      let name = channel.attributes["name"] ?? ""
      let units: [String: Double] =
        switch name {
        case "T": ["s": 1e6, "ms": 1e3, "us": 1]
        case "X", "Y":
          ["mm": 1, "cm": 10, "m": 1000, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6]
        case "OTx", "OTy": ["deg": Maths.pi / 180, "rad": 1]
        default: [:]
        }
      let fallback =
        switch name {
        case "T": 1e3
        case "X", "Y": 0.01
        case "F": channel.attributes["max"].flatMap { Double($0) }.map { $0 > 0 ? 1 / $0 : 1 } ?? 1
        default: 1.0
        }
      return Channel(
        name: name, factor: channel.attributes["units"].flatMap { units[$0] } ?? fallback)
    }
    return found.isEmpty ? Channel.plain : found
  }

  private static func decodeBrush(_ element: XMLTree) -> Brush {
    // One of ours has more to it than InkML has words for.
    let name = element.all("annotation").first?.text
    var brush = Brush.presets.first { $0.name == name && $0.mode != .erase } ?? .pen
    for property in element.all("brushProperty") {
      let value = property.attributes["value"] ?? ""
      switch property.attributes["name"] {
      case "width":
        let unit = ["mm": 1.0, "cm": 10, "in": 25.4, "pt": 25.4 / 72][
          property.attributes["units"] ?? "mm"]
        if let width = Double(value), width > 0, width < 1000 { brush.width = width * (unit ?? 1) }
      case "color":
        let alpha = brush.color.alpha
        if let color = InkColor(hex: value) { brush.color = color }
        brush.color.alpha = alpha
      case "transparency":
        if let clear = Double(value) { brush.color.alpha = UInt8(255 - max(0, min(255, clear))) }
      case "rasterOp": if value == "maskPen" { brush.mode = .highlight }
      default: break
      }
    }
    if let name { brush.name = name }
    return brush
  }

  private static func decodeSamples(
    _ text: String, _ channels: [Channel]
  ) -> (samples: [InkSample], isWhole: Bool) {
    var samples: [InkSample] = []
    var decoder = Differences(count: channels.count)
    for (index, point) in text.split(separator: ",").enumerated() {
      guard let values = decoder.next(point) else { return (samples, false) }
      var sample = InkSample(
        time: Timestamp(microseconds: Int64(index) * 8000), position: .zero)
      var tilt: (x: Double?, y: Double?)
      for (channel, value) in zip(channels, values) {
        let scaled = value * channel.factor
        switch channel.name {
        case "X": sample.position.x = scaled
        case "Y": sample.position.y = scaled
        case "T": sample.time = Timestamp.zero + .seconds(scaled / 1e6)
        case "F": sample.pressure = Float(max(0, min(1, scaled)))
        case "OTx": tilt.x = scaled
        case "OTy": tilt.y = scaled
        default: break
        }
      }
      if let x = tilt.x, let y = tilt.y { sample.tilt = Tilt(x: Float(x), y: Float(y)) }
      samples.append(sample)
    }
    return (samples, true)
  }

  /// The difference forms of a trace: `!` explicit, `'` first, `"` second difference.
  private struct Differences {
    var values: [Double]
    var speeds: [Double]
    var orders: [Int]

    init(count: Int) {
      values = Array(repeating: 0, count: count)
      speeds = values
      orders = Array(repeating: 0, count: count)
    }

    mutating func next(_ point: Substring) -> [Double]? {
      var channel = 0
      var rest = point.drop { $0.isSpace }
      while channel < values.count, let first = rest.first {
        switch first {
        case "!": orders[channel] = 0
        case "'": orders[channel] = 1
        case "\"": orders[channel] = 2
        default: break
        }
        if "!'\"".contains(first) { rest = rest.dropFirst() }
        let sign = rest.prefix { $0 == "-" || $0 == "+" }
        let digits = rest.dropFirst(sign.count).prefix { $0.isDigit || "eE.".contains($0) }
        guard let value = Double(sign + digits), value.isFinite else { return nil }
        rest = rest.dropFirst(sign.count + digits.count).drop { $0.isSpace }
        let before = values[channel]
        switch orders[channel] {
        case 0: values[channel] = value
        case 1:
          speeds[channel] = value
          values[channel] += value
        default:
          speeds[channel] += value
          values[channel] += speeds[channel]
        }
        if orders[channel] == 0 { speeds[channel] = value - before }
        channel += 1
      }
      return channel >= min(2, values.count) ? values : nil
    }
  }
}
