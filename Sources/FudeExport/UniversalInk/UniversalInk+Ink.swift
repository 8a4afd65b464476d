import FudeFormats
import FudeInk
import FudeModel

extension UniversalInk {
  /// One visible stroke.
  struct Ink {
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

  static func inkData(_ bytes: ArraySlice<UInt8>) -> [Ink] {
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
    var spline = Spline()
    let fields = ProtocolBuffer.fields(bytes)
    let precisions = fields.last { $0.number == 2 }.map { Int(truncatingIfNeeded: $0.signed) } ?? 0
    // The first brush is number 1; 0 is none, and so is what is beyond the table.
    let number = fields.last { $0.number == 9 }?.value ?? 0
    let place = number > 0 ? Int(clamping: number - 1) : -1
    let uri = tables.brushes.indices.contains(place) ? tables.brushes[place] : ""
    let isOurs = uri.hasPrefix(brushPrefix)
    let name = uri.dropFirst(brushPrefix.count)
    if isOurs, let ours = Brush.presets.first(where: { $0.name == name }) { ink.brush = ours }
    for field in fields {
      switch field.number {
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
