import FudeInk
import FudeModel

extension UniversalInk {
  /// Reads the strokes of a `.uim` file.
  ///
  /// A stroke is its raw sensor data with the colour and width of the ink made of them. Ink without
  /// sensor data is taken from its spline, 8 ms a point, its widths as forces. Sensor data of which
  /// no ink was made are left out if the file has ink at all.
  ///
  /// - Throws: ``ExportError`` if it is not UIM 3.1, or its chunks are packed.
  public static func decode(_ bytes: [UInt8]) throws(ExportError) -> InkDocument {
    let chunks = try InkChunks.read(bytes)
    let inputs = chunks["INPT"].map(sensorData) ?? []
    let inks = chunks["INKD"].map(inkData) ?? []
    var document = InkDocument()
    if chunks["INPT"] == nil, chunks["INKD"] == nil {
      document.notes = ["the file has neither ink (INKD) nor input data (INPT)"]
    }
    if inks.isEmpty {
      for input in inputs where !input.samples.isEmpty {
        document.strokes.append(.init(brush: .pen, samples: input.samples))
      }
    } else {
      let byID = Dictionary(inputs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      for ink in inks {
        let raw = byID[ink.sensorID]?.samples ?? []
        let samples = raw.isEmpty ? ink.spline : raw
        if !samples.isEmpty { document.strokes.append(.init(brush: ink.brush, samples: samples)) }
      }
      let taken = Set(inks.map(\.sensorID))
      let left = inputs.count { !taken.contains($0.id) }
      if left > 0 { document.notes.append("\(left) sensor recordings without ink left out") }
    }
    if inputs.contains(where: \.samples.isEmpty) {
      document.notes.append("sensor data without X and Y left out")
    }
    return document
  }

  /// One recording of sensors.
  private struct SensorData {
    var id: [UInt8] = []
    var samples: [InkSample] = []
  }

  private static func sensorData(_ input: ArraySlice<UInt8>) -> [SensorData] {
    var channels: [[UInt8]: SensorChannel] = [:]
    for field in ProtocolBuffer.fields(input) where field.number == 1 {
      for context in ProtocolBuffer.fields(field.bytes) where context.number == 5 {
        for group in ProtocolBuffer.fields(context.bytes) where group.number == 2 {
          for channel in ProtocolBuffer.fields(group.bytes) where channel.number == 2 {
            let described = SensorChannel(channel.bytes)
            channels[described.id] = described
          }
        }
      }
    }
    return ProtocolBuffer.fields(input).filter { $0.number == 2 }
      .map { sensorData($0.bytes, channels) }
  }

  /// A channel's meaning and scale.
  private struct SensorChannel {
    var id: [UInt8] = []
    var kind: Channel?
    var resolution = 1.0
    var precision: UInt64 = 0
    var maximum = 1.0

    init(_ bytes: ArraySlice<UInt8>) {
      for field in ProtocolBuffer.fields(bytes) {
        switch field.number {
        case 1: id = Array(field.bytes)
        case 2:
          let type = String(decoding: field.bytes, as: UTF8.self)
          kind = Channel.allCases.first { channelPrefix + $0.name == type }
        case 4: resolution = Double(bitPattern: field.value)
        case 6: maximum = field.float
        case 7: precision = field.value
        default: break
        }
      }
    }

    /// Deltas, as whole numbers, to values in SI units.
    func values(_ deltas: ArraySlice<UInt8>) -> [Double] {
      UniversalInk.values(deltas, factor: (resolution > 0 ? resolution : 1) * tens(precision))
    }
  }

  private static func tens(_ precision: UInt64) -> Double {
    (0..<min(20, precision)).reduce(1.0) { factor, _ in factor * 10 }
  }

  private static func values(_ deltas: ArraySlice<UInt8>, factor: Double) -> [Double] {
    var sum = 0.0
    return ProtocolBuffer.signedNumbers(deltas).map { delta in
      sum += Double(delta)
      return sum / factor
    }
  }

  private static func sensorData(
    _ bytes: ArraySlice<UInt8>, _ channels: [[UInt8]: SensorChannel]
  ) -> SensorData {
    var data = SensorData()
    var values: [Channel: [Double]] = [:]
    var start = 0.0
    var largestForce = 1.0
    for field in ProtocolBuffer.fields(bytes) {
      if field.number == 1 { data.id = Array(field.bytes) }
      if field.number == 4 { start = Double(field.value) / 1000 }
      guard field.number == 5 else { continue }
      var id: [UInt8] = []
      var deltas = ArraySlice<UInt8>()
      for part in ProtocolBuffer.fields(field.bytes) {
        if part.number == 1 { id = Array(part.bytes) }
        if part.number == 2 { deltas = part.bytes }
      }
      guard let channel = channels[id], let kind = channel.kind else { continue }
      values[kind] = channel.values(deltas)
      if kind == .force, channel.maximum > 0 { largestForce = channel.maximum }
    }
    guard let xs = values[.x], let ys = values[.y] else { return data }
    for index in 0..<min(xs.count, ys.count) {
      func value(_ channel: Channel) -> Double? {
        values[channel].flatMap { index < $0.count ? $0[index] : nil }
      }
      var sample = InkSample(
        time: Timestamp.zero + .seconds(start + (value(.time) ?? Double(index) * 0.008)),
        position: Point(x: xs[index] * 1000, y: ys[index] * 1000))
      sample.pressure = value(.force).map { Float(max(0, min(1, $0 / largestForce))) }
      if let altitude = value(.altitude), let azimuth = value(.azimuth) {
        sample.tilt = Tilt(altitude: altitude, azimuth: azimuth)
      }
      sample.twist = value(.twist).map { Float($0) }
      data.samples.append(sample)
    }
    return data
  }

  // MARK: Ink

  /// One visible stroke.
  private struct Ink {
    var sensorID: [UInt8] = []
    var brush = Brush.pen
    var spline: [InkSample] = []
  }

  /// Tables that strokes point into with numbers from 1.
  private struct Tables {
    var modes: [String] = []
    var brushes: [String] = []
    var properties: [ArraySlice<UInt8>] = []
    var millimetres = millimetresPerUnit
  }

  private static func inkData(_ bytes: ArraySlice<UInt8>) -> [Ink] {
    let fields = ProtocolBuffer.fields(bytes)
    var tables = Tables()
    for field in fields {
      switch field.number {
      case 2 where field.float > 0: tables.millimetres = field.float * millimetresPerUnit
      case 4: tables.brushes.append(String(decoding: field.bytes, as: UTF8.self))
      case 5: tables.modes.append(String(decoding: field.bytes, as: UTF8.self))
      case 6: tables.properties.append(field.bytes)
      default: break
      }
    }
    return fields.filter { $0.number == 1 }.map { ink($0.bytes, tables) }
  }

  private static func ink(_ bytes: ArraySlice<UInt8>, _ tables: Tables) -> Ink {
    var ink = Ink()
    var precisions = 0
    var spline = Spline()
    let fields = ProtocolBuffer.fields(bytes)
    let place = fields.last { $0.number == 9 }.map { Int(truncatingIfNeeded: $0.value) - 1 } ?? -1
    let uri = tables.brushes.indices.contains(place) ? tables.brushes[place] : ""
    let isOurs = uri.hasPrefix(brushPrefix)
    let name = uri.dropFirst(brushPrefix.count)
    if isOurs, let ours = Brush.presets.first(where: { $0.name == name }) { ink.brush = ours }
    for field in fields {
      switch field.number {
      case 2: precisions = Int(truncatingIfNeeded: field.signed)
      case 5: spline.read(field.bytes)
      case 6: spline.read(packed: field.bytes, precisions)
      case 7 where field.value > 0 && field.value <= tables.properties.count:
        apply(tables.properties[Int(field.value) - 1], to: &ink.brush, tables.millimetres)
      case 8: apply(field.bytes, to: &ink.brush, tables.millimetres)
      case 11 where field.value > 0 && field.value <= tables.modes.count:
        apply(tables.modes[Int(field.value) - 1], to: &ink.brush)
      case 12: apply(String(decoding: field.bytes, as: UTF8.self), to: &ink.brush)
      case 15: ink.sensorID = Array(field.bytes)
      default: break
      }
    }
    // The widths of our own splines follow from force and tilt; those of others are all there is.
    if !isOurs { spline.apply(to: &ink.brush, tables.millimetres) }
    ink.spline = spline.samples(ink.brush, tables.millimetres)
    return ink
  }

  private static func apply(
    _ properties: ArraySlice<UInt8>, to brush: inout Brush, _ millimetres: Double
  ) {
    for field in ProtocolBuffer.fields(properties) {
      if field.number == 1 {
        let color = UInt32(truncatingIfNeeded: field.signed)
        func part(_ shift: UInt32) -> UInt8 { UInt8(color >> shift & 255) }
        brush.color = InkColor(red: part(24), green: part(16), blue: part(8), alpha: part(0))
      }
      if field.number == 2, field.float > 0 { brush.width = held(field.float * millimetres) }
    }
  }

  private static func apply(_ mode: String, to brush: inout Brush) {
    if mode == destinationOut { brush.mode = .erase }
    if mode == minimum { brush.mode = .highlight }
  }

  /// A width that a pen can have, in millimetres.
  private static func held(_ width: Double) -> Double { max(0.01, min(1000, width)) }

  /// The points that a renderer made.
  private struct Spline {
    var xs: [Double] = []
    var ys: [Double] = []
    var sizes: [Double] = []
    var color: [UInt8?] = [nil, nil, nil, nil]

    mutating func read(_ bytes: ArraySlice<UInt8>) {
      for field in ProtocolBuffer.fields(bytes) {
        switch field.number {
        case 1: xs = ProtocolBuffer.floats(field.bytes)
        case 2: ys = ProtocolBuffer.floats(field.bytes)
        case 4...7: read(color: field)
        case 8: sizes = ProtocolBuffer.floats(field.bytes)
        default: break
        }
      }
    }

    mutating func read(packed bytes: ArraySlice<UInt8>, _ precisions: Int) {
      let place = tens(UInt64(precisions & 15))
      for field in ProtocolBuffer.fields(bytes) {
        switch field.number {
        case 1: xs = values(field.bytes, factor: place)
        case 2: ys = values(field.bytes, factor: place)
        case 4...7: read(color: field)
        case 8: sizes = values(field.bytes, factor: tens(UInt64(precisions >> 4 & 15)))
        default: break
        }
      }
    }

    /// The first point's colour stands for all.
    private mutating func read(color field: ProtocolBuffer.Field) {
      let first = ProtocolBuffer.unsignedNumbers(field.bytes).first
      color[Int(field.number) - 4] = first.map { UInt8(min(255, $0)) }
    }

    func apply(to brush: inout Brush, _ millimetres: Double) {
      let known = color.compactMap { $0 }
      if known.count == 4 {
        brush.color = InkColor(red: known[0], green: known[1], blue: known[2], alpha: known[3])
      }
      if let widest = sizes.max(), widest > 0 { brush.width = held(widest * millimetres) }
    }

    /// The points without the doubled ends that a Catmull-Rom spline has.
    func samples(_ brush: Brush, _ millimetres: Double) -> [InkSample] {
      let count = min(xs.count, ys.count)
      guard count > 0 else { return [] }
      let inner = count > 3 ? 1..<(count - 1) : 0..<count
      let widest = sizes.max() ?? 0
      let floor = Double(brush.minimumWidth)
      return inner.map { index in
        var sample = InkSample(
          time: Timestamp.zero + .seconds(Double(index - inner.lowerBound) * 0.008),
          position: Point(x: xs[index] * millimetres, y: ys[index] * millimetres))
        if index < sizes.count, widest > 0 {
          sample.pressure = Float(max(0, (sizes[index] / widest - floor) / (1 - floor)))
        }
        return sample
      }
    }
  }
}

extension Tilt {
  /// The lean of a pen at an angle above the surface, pointing in a direction; both in radians.
  init(altitude: Double, azimuth: Double) {
    let height = Maths.sinCos(altitude)
    let way = Maths.sinCos(azimuth)
    self.init(
      x: Float(Maths.atan2(way.cos * height.cos, height.sin)),
      y: Float(Maths.atan2(way.sin * height.cos, height.sin)))
  }

  /// How far the pen is above the surface and in which direction it points, both in radians; the
  /// azimuth in `-π...π`.
  var altitudeAndAzimuth: (altitude: Double, azimuth: Double) {
    let x = Maths.sinCos(Double(x))
    let y = Maths.sinCos(Double(y))
    let (across, along) = (x.sin / max(1e-6, x.cos), y.sin / max(1e-6, y.cos))
    let lean = (across * across + along * along).squareRoot()
    return (Maths.atan2(1, lean), Maths.atan2(along, across))
  }
}
