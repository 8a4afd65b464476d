public import FudeInk
public import FudeModel
public import FudeTouch

/// Something that a person asked of the surface other than by drawing.
///
/// A command has a text form, which is what the page sends, what a recording of the page holds, and
/// what makes a native replay of it give the same picture.
public enum SurfaceCommand: Hashable, Sendable {
  /// A page was opened on this drawing: everything but the drawing is as at first.
  case begin
  /// A pen is used here: touches are judged with one in mind before it is first seen.
  case expectPen
  /// Take up a tool.
  case tool(SurfaceTool)
  /// The colour of the tool in hand.
  case color(InkColor)
  /// The width of the tool in hand, in millimetres.
  case width(Double)
  /// The opacity of the tool in hand, `0...1`.
  case opacity(Double)
  /// How force becomes width.
  case curve(PressureCurve)
  /// Learn the curve's ends from the next strokes.
  case learn
  /// Which hand holds the pen.
  case hand(Handedness)
  /// What fingers are for.
  case fingers(FingerPolicy)
  /// Whether palms are kept out.
  case rejection(Bool)
  /// Whether the eraser takes whole strokes.
  case erasesStrokes(Bool)
  /// Take the last step back.
  case undo
  /// Do it again.
  case redo
  /// Take everything away; can be undone.
  case clear
  /// Take the selected strokes away.
  case delete
  /// Select nothing.
  case deselect
  /// Move the view, in millimetres on the surface.
  case pan(Point)
  /// Zoom about a place on the surface.
  case zoom(Double, at: Point)
  /// Turn about a place on the surface, in radians clockwise.
  case turn(Double, at: Point)
  /// The view as it was at the start.
  case home
  /// Show the palette or hide it.
  case palette(Bool)
  /// Whether a menu of the page is open: a controller's directions go through its controls then.
  case menu(Bool)
  /// The controller's pointer to a place of the page, in CSS pixels.
  case point(Point)
  /// New colours for the palette.
  case shuffle
  /// Scroll the palette's list, in CSS pixels.
  case scroll(Double)
  /// Take the palette's colour with this number.
  case pick(Int)
  /// Where the palette's list stands on the page: left, top, width, height of it and the height of
  /// a row, in CSS pixels.
  case list(SIMD4<Double>, row: Double)
  /// The page's size in CSS pixels, and device pixels a CSS pixel.
  case resize(Size, ratio: Double)
  /// What the palette's colours follow from; noted, so that a replay has the same ones.
  case seed(UInt32)
  /// Ink that was there before the recording: entries of a document's journal.
  case ink([UInt8])
  /// What a controller's button does.
  case map(PadButtons, PadAction)
}

extension SurfaceCommand {
  /// The command of a text; `nil` if there is none such.
  public init?(_ text: [UInt8]) {
    var reader = WordReader(text)
    guard let name = reader.word(), let command = Self.read(name, &reader), reader.word() == nil
    else { return nil }
    self = command
  }

  private static func read(_ name: ArraySlice<UInt8>, _ reader: inout WordReader) -> Self? {
    if let plain = plain(name) { return plain }
    if name.isWord("width") { return reader.number().map { .width($0) } }
    if name.isWord("scroll") { return reader.number().map { .scroll($0) } }
    if name.isWord("opacity") { return reader.number().map { .opacity($0) } }
    if name.isWord("seed") {
      return reader.number().flatMap { UInt32(exactly: $0.rounded()) }.map { .seed($0) }
    }
    if name.isWord("pick") { return reader.number().map { .pick(Int(max(-1, min(9999, $0)))) } }
    if name.isWord("ink") { return reader.hex().map { .ink($0) } }
    if name.isWord("color") {
      guard let bytes = reader.hex(), bytes.count == 3 else { return nil }
      return .color(InkColor(red: bytes[0], green: bytes[1], blue: bytes[2]))
    }
    if let choice = choice(name, &reader) { return choice }
    return geometry(name, &reader)
  }

  private static func plain(_ name: ArraySlice<UInt8>) -> Self? {
    let words: [(StaticString, Self)] = [
      ("begin", .begin), ("pen", .expectPen), ("learn", .learn), ("undo", .undo), ("redo", .redo),
      ("clear", .clear),
      ("delete", .delete), ("deselect", .deselect), ("home", .home), ("shuffle", .shuffle),
    ]
    for (word, command) in words where name.isWord(word) { return command }
    return nil
  }

  private static func choice(_ name: ArraySlice<UInt8>, _ reader: inout WordReader) -> Self? {
    if name.isWord("map") {
      guard let button = reader.number(), let word = reader.word(), button >= 0, button < 32
      else { return nil }
      let bit = PadButtons(rawValue: 1 << UInt32(button))
      return PadAction.allCases.first { word.isWord($0.word) }.map { .map(bit, $0) }
    }
    let kinds: [StaticString] = [
      "tool", "hand", "fingers", "rejection", "erases", "palette", "menu",
    ]
    guard kinds.contains(where: { name.isWord($0) }), let word = reader.word() else { return nil }
    if name.isWord("tool") {
      return SurfaceTool.allCases.first { word.isWord($0.word) }.map { .tool($0) }
    }
    if name.isWord("hand") {
      return Handedness.allCases.first { word.isWord($0.word) }.map { .hand($0) }
    }
    if name.isWord("fingers") {
      return FingerPolicy.allCases.first { word.isWord($0.word) }.map { .fingers($0) }
    }
    let isOn = word.isWord("on") || word.isWord("strokes")
    guard isOn || word.isWord("off") || word.isWord("parts") else { return nil }
    if name.isWord("rejection") { return .rejection(isOn) }
    if name.isWord("menu") { return .menu(isOn) }
    return name.isWord("erases") ? .erasesStrokes(isOn) : .palette(isOn)
  }

  private static func geometry(_ name: ArraySlice<UInt8>, _ reader: inout WordReader) -> Self? {
    var numbers: [Double] = []
    while numbers.count < 8, let number = reader.number() { numbers.append(number) }
    func point(_ index: Int) -> Point { Point(x: numbers[index], y: numbers[index + 1]) }
    switch numbers.count {
    case 2 where name.isWord("pan"): return .pan(point(0))
    case 2 where name.isWord("point"): return .point(point(0))
    case 3 where name.isWord("zoom"): return .zoom(numbers[0], at: point(1))
    case 3 where name.isWord("turn"): return .turn(numbers[0], at: point(1))
    case 3 where name.isWord("resize"):
      return .resize(Size(width: numbers[0], height: numbers[1]), ratio: numbers[2])
    case 5 where name.isWord("list"):
      return .list(SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]), row: numbers[4])
    case 7 where name.isWord("curve"):
      return .curve(
        PressureCurve(
          low: Float(numbers[0]), high: Float(numbers[1]), points: numbers[2...].map { Float($0) }))
    default: return nil
    }
  }
}

extension SurfaceCommand {
  /// The command as text; reading it gives the same command, with numbers to six decimals.
  public var text: [UInt8] {
    var text = ByteText()
    func add(_ name: StaticString, _ numbers: Double...) {
      text.add(name)
      for number in numbers {
        text.bytes.append(32)
        text.add(number, places: 6)
      }
    }
    func add(_ name: StaticString, word: StaticString) {
      text.add(name)
      text.bytes.append(32)
      text.add(word)
    }
    switch self {
    case .tool(let tool): add("tool", word: tool.word)
    case .color(let color):
      text.add("color ")
      text.add(hex: [color.red, color.green, color.blue])
    case .width(let width): add("width", width)
    case .opacity(let opacity): add("opacity", opacity)
    case .curve(let curve):
      add("curve", Double(curve.low), Double(curve.high))
      for point in curve.points {
        text.bytes.append(32)
        text.add(Double(point), places: 6)
      }
    case .begin: add("begin")
    case .expectPen: add("pen")
    case .learn: add("learn")
    case .hand(let hand): add("hand", word: hand.word)
    case .fingers(let policy): add("fingers", word: policy.word)
    case .rejection(let isOn): add("rejection", word: isOn ? "on" : "off")
    case .erasesStrokes(let isOn): add("erases", word: isOn ? "strokes" : "parts")
    case .undo: add("undo")
    case .redo: add("redo")
    case .clear: add("clear")
    case .delete: add("delete")
    case .deselect: add("deselect")
    case .pan(let way): add("pan", way.x, way.y)
    case .zoom(let factor, let place): add("zoom", factor, place.x, place.y)
    case .turn(let angle, let place): add("turn", angle, place.x, place.y)
    case .home: add("home")
    case .palette(let isOpen): add("palette", word: isOpen ? "on" : "off")
    case .menu(let isOpen): add("menu", word: isOpen ? "on" : "off")
    case .point(let place): add("point", place.x, place.y)
    case .shuffle: add("shuffle")
    case .scroll(let distance): add("scroll", distance)
    case .pick(let number): add("pick", Double(number))
    case .ink(let journal):
      text.add("ink ")
      text.add(hex: journal)
    case .seed(let seed): add("seed", Double(seed))
    case .list(let frame, let row): add("list", frame.x, frame.y, frame.z, frame.w, row)
    case .resize(let size, let ratio): add("resize", size.width, size.height, ratio)
    case .map(let button, let action):
      add("map", Double(button.rawValue.trailingZeroBitCount))
      text.bytes.append(32)
      text.add(action.word)
    }
    return text.bytes
  }
}

extension Handedness {
  var word: StaticString {
    switch self {
    case .automatic: "auto"
    case .left: "left"
    case .right: "right"
    }
  }
}

extension FingerPolicy {
  var word: StaticString {
    switch self {
    case .draw: "draw"
    case .navigate: "navigate"
    case .ignored: "ignored"
    }
  }
}
