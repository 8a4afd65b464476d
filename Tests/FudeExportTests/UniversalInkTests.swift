import Foundation
import FudeExport
import FudeInk
import FudeModel
import Testing

@Suite("Universal Ink Model")
struct UniversalInkTests {
  @Test("Sensor data come as seconds, millimetres, forces and tilt")
  func sensorData() throws {
    let back = try UniversalInk.decode(uim)
    #expect(back.strokes.count == 1)
    let samples = back.strokes[0].samples
    #expect(samples.map(\.position.x) == [73.3, 73.4, 73.6])
    #expect(samples.map(\.position.y) == [48.5, 48.4, 48.2])
    #expect(samples.map { $0.time.microseconds } == [1000_000, 1004_000, 1008_000])
    #expect(samples.map(\.pressure) == [0.1, 0.3, 0.6])
  }

  @Test("Places, times, forces, tilts, colours, widths and modes come back")
  func roundTrip() throws {
    let back = try UniversalInk.decode(UniversalInk.encode(sampleDocument.drawn()))
    #expect(back.notes.isEmpty)
    #expect(back.strokes.count == sampleDocument.strokes.count)
    for (stroke, again) in zip(sampleDocument.strokes, back.strokes) {
      #expect(again.brush.color == stroke.brush.color)
      #expect(again.brush.mode == stroke.brush.mode)
      #expect(abs(again.brush.width - stroke.brush.width) < 1e-5)
      #expect(again.brush.ends == stroke.brush.ends)
      #expect(again.samples.count == stroke.samples.count)
      for (a, b) in zip(stroke.samples, again.samples) {
        #expect(a.time == b.time)
        #expect(a.position.distance(to: b.position) < 1e-4)
        #expect(abs((a.pressure ?? -1) - (b.pressure ?? -1)) < 1e-5)
        #expect(abs((a.tilt?.x ?? 9) - (b.tilt?.x ?? 9)) < 1e-4)
        #expect(abs((a.tilt?.y ?? 9) - (b.tilt?.y ?? 9)) < 1e-4)
      }
    }
  }

  @Test("The same canvas gives the same bytes, an empty one a file without strokes")
  func deterministic() throws {
    #expect(
      UniversalInk.encode(sampleDocument.drawn()) == UniversalInk.encode(sampleDocument.drawn()))
    #expect(try UniversalInk.decode(UniversalInk.encode(Canvas())).strokes.isEmpty)
  }

  @Test("Wild samples make a file that can be read")
  func wild() throws {
    var canvas = Canvas()
    let id = canvas.begin(
      brush: .pen, at: InkSample(time: Timestamp(microseconds: -5), position: .zero))
    for (time, place) in [(Int64.max, 1e300), (.min, -.infinity), (3, .nan), (4, 9e5)] {
      canvas.extend(
        id,
        with: InkSample(
          time: Timestamp(microseconds: time), position: Point(x: place, y: 1), pressure: .nan,
          tilt: Tilt(x: .nan, y: 3), twist: .infinity))
    }
    canvas.end(id)
    #expect(try UniversalInk.decode(UniversalInk.encode(canvas)).strokes.count == 1)
  }

  @Test("A chunk of odd length before the input data does not hide them")
  func padding() throws {
    let file = try UniversalInk.decode(uim(before: Array("PRPS".utf8) + [3, 0, 0, 0, 0, 0, 0, 0]))
    #expect(file.strokes.count == 1)
  }

  @Test("A brush with an impossible number is none")
  func brushBeyondTheTable() throws {
    // INKD with one stroke of three points whose brush is number 1 << 63.
    let hex =
      "524946465c00000055494e4b484541440c00000003010000494e4b4400000000494e4b443b0000000a392a2c0a"
      + "140000803f0000004000004040000080400000a04012140000803f0000004000004040000080400000a0404880"
      + "80808080808080800100"
    let digits = hex.compactMap { $0.hexDigitValue }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
    let back = try UniversalInk.decode(bytes)
    #expect(back.strokes.first?.brush.name == "pen")
  }

  @Test("Packed chunks are refused by name")
  func packed() {
    var file = uim
    file[28] = 1
    #expect {
      try UniversalInk.decode(file)
    } throws: {
      ($0 as? ExportError)?.message == "chunk INPT is packed: it can't be read"
    }
  }

  // MARK: By Wacom's own library

  @Test("Wacom's library reads what we write: strokes, sensor data, colours, tree")
  func readByTheLibrary() throws {
    try OutsideTool.checkUniversalInk(
      """
      import sys
      from uim.codec.parser.uim import UIMParser
      model = UIMParser().parse(sys.argv[1])
      strokes = model.strokes
      assert len(strokes) == 6, len(strokes)
      first = strokes[0]
      data = model.sensor_data.sensor_data_by_id(first.sensor_data_id)
      context = model.input_configuration.get_input_context(data.input_context_id)
      channels = {c.type.name: c for c in model.input_configuration.get_sensor_context(
          context.sensor_context_id).sensor_channels_contexts[0].channels}
      assert set(channels) == {'X', 'Y', 'TIMESTAMP', 'PRESSURE', 'ALTITUDE', 'AZIMUTH'}, channels
      def values(name): return data.get_data_by_id(channels[name].id).values
      assert len(values('X')) == 60
      assert abs(values('X')[0] - 0.010) < 1e-7 and abs(values('X')[59] - 0.0395) < 1e-7
      assert abs(values('PRESSURE')[10] - 0.35) < 1e-5
      times = values('TIMESTAMP')
      assert abs(times[59] - times[0] - 0.236) < 1e-6, times
      assert len(first.splines_x) == len(first.splines_y) == len(first.sizes) > 60
      color = first.style.path_point_properties
      assert (color.red, color.green, color.blue, color.alpha) == (0, 0, 0, 1)
      marker = strokes[3].style
      assert marker.render_mode_uri.endswith('/Min'), marker.render_mode_uri
      assert strokes[4].style.render_mode_uri.endswith('/DestinationOut')
      names = [brush.name for brush in model.brushes.vector_brushes]
      assert first.style.brush_uri in names, (first.style.brush_uri, names)
      """, on: UniversalInk.encode(sampleDocument.drawn()))
  }

  @Test("We read what Wacom's library writes: sensor data, and ink without any")
  func writtenByTheLibrary() throws {
    let written = try OutsideTool.checkUniversalInk(
      """
      import sys
      from uim.codec.parser.uim import UIMParser
      from uim.codec.writer.encoder.encoder_3_1_0 import UIMEncoder310
      model = UIMParser().parse(sys.argv[1])
      model.add_property('who', 'odd')
      for stroke in model.strokes[2:4]: stroke._Stroke__sensor_data_id = None
      open(sys.argv[2], 'wb').write(UIMEncoder310().encode(model))
      """, on: UniversalInk.encode(sampleDocument.drawn()))
    guard let written else { return }
    let back = try UniversalInk.decode(written)
    #expect(back.strokes.count == 6)
    let (first, again) = (sampleDocument.strokes[0].samples, back.strokes[0].samples)
    #expect(again.count == first.count)
    for (a, b) in zip(first, again) { #expect(a.position.distance(to: b.position) < 0.001) }
    // Without sensor data the spline stands in: the smoothed line, through the same places.
    let (line, spline) = (sampleDocument.strokes[2].samples, back.strokes[2].samples)
    #expect(spline.count == line.count)
    for (a, b) in zip(line, spline) { #expect(a.position.distance(to: b.position) < 0.3) }
    #expect(back.strokes[3].brush.mode == .highlight)
    #expect(back.notes == ["2 sensor recordings without ink left out"])
  }

  /// A small UIM 3.1 file, written from the published schema.
  private var uim: [UInt8] { uim(before: []) }

  private func uim(before chunk: [UInt8]) -> [UInt8] {
    func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
      [number << 3 | 2, UInt8(bytes.count)] + bytes
    }
    func channel(_ id: UInt8, _ name: String, precision: UInt8) -> [UInt8] {
      let type = Array("will://input/3.0/channel/\(name)".utf8)
      let one = withUnsafeBytes(of: Double(1).bitPattern) { Array($0) }
      return field(2, field(1, [id]) + field(2, type) + [4 << 3 | 1] + one + [7 << 3, precision])
    }
    func data(_ id: UInt8, _ deltas: [Int]) -> [UInt8] {
      var packed: [UInt8] = []
      for delta in deltas {
        var value = UInt(bitPattern: delta << 1 ^ delta >> 63)
        while value > 127 {
          packed.append(UInt8(value & 127) | 128)
          value >>= 7
        }
        packed.append(UInt8(value))
      }
      return field(5, field(1, [id]) + field(2, packed))
    }
    func varint(_ value: UInt) -> [UInt8] {
      value > 127 ? [UInt8(value & 127) | 128] + varint(value >> 7) : [UInt8(value)]
    }
    func long(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
      [number << 3 | 2] + varint(UInt(bytes.count)) + bytes
    }
    let channels =
      channel(1, "X", precision: 4) + channel(2, "Y", precision: 4)
      + channel(3, "Timestamp", precision: 3) + channel(4, "Pressure", precision: 1)
    let contexts = long(1, long(5, long(2, channels)))
    let sensor =
      [4 << 3] + varint(1000) + data(1, [733, 1, 2]) + data(2, [485, -1, -2])
      + data(3, [0, 4, 4]) + data(4, [1, 2, 3])
    let input = contexts + long(2, sensor)
    func size(_ value: Int) -> [UInt8] {
      withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) }
    }
    let described: [UInt8] = [3, 1, 0, 1, 0, 0, 0, 0]
    let head: [UInt8] = [3, 1, 0, 0] + (chunk.isEmpty ? [] : described) + described
    let body =
      Array("UINKHEAD".utf8) + size(head.count) + head + chunk + Array("INPT".utf8)
      + size(input.count) + input
    return Array("RIFF".utf8) + size(body.count) + body
  }
}
