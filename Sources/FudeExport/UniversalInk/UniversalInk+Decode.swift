import FudeInk
import FudeModel

extension UniversalInk {
  /// Reads the strokes of a `.uim` file.
  ///
  /// A stroke is its raw sensor data with the colour and width of the ink made of them. Ink without
  /// sensor data is taken from its spline, 8 ms a point, its widths as forces. Sensor data of which
  /// no ink was made are left out if the file has ink at all.
  ///
  /// - Throws: `ExportError` if it is not UIM 3.1, or its chunks are packed.
  public static func decode(_ bytes: [UInt8]) throws(ExportError) -> InkDocument {
    let contents = try InkChunks.read(bytes)
    let chunks = contents.chunks
    let inputs = chunks["INPT"].map(sensorData) ?? []
    let inks = chunks["INKD"].map(inkData) ?? []
    var document = InkDocument()
    document.notes = contents.notes
    if chunks["INPT"] == nil, chunks["INKD"] == nil {
      document.notes.append("the file has neither ink (INKD) nor input data (INPT)")
    }
    for name in ["INPT", "INKD"] {
      guard let chunk = chunks[name] else { continue }
      let whole = ProtocolBuffer.wholeBytes(chunk)
      if whole < chunk.count {
        document.notes.append(
          "chunk \(name) is damaged: what follows its byte \(whole) is left out")
      }
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
      let empty = inks.count - document.strokes.count
      if empty > 0 { document.notes.append("\(empty) strokes without points left out") }
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

  static func tens(_ precision: UInt64) -> Double {
    (0..<min(20, precision)).reduce(1.0) { factor, _ in factor * 10 }
  }

  static func values(_ deltas: ArraySlice<UInt8>, factor: Double) -> [Double] {
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
}
