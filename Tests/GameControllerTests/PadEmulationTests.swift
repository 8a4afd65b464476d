import FudeEvdev
import FudeModel
import FudePad
import FudePadSources
import FudeRecording
import Testing

@Suite struct PadEmulationTests {
  private func emulation(_ text: String) throws -> PadEmulation {
    try PadEmulation([.bytes(Array(text.utf8), name: "pad.jsonl")])
  }

  private static let header = """
    {"fude":"recording","version":1}
    {"device":0,"name":"Odd","level":"evdev","id":[3,4660,1,2],"codes":{"1":[304,305],"17":[0]},\
    "axes":{"0":[128,0,255],"1":[9,3,1],"2":[0,0,255,0,900]}}

    """

  @Test func `Nodes of the kernel's level are copied with their numbers, codes and events`() throws
  {
    let emulation = try emulation(
      Self.header + """
        {"t":100000,"d":0,"e":[[1,304,1],[3,0,200],[0,0,0]]}
        {"t":200000,"d":0,"e":[[17,0,1],[1,304,0],[0,0,0]]}

        """)
    let node = try #require(emulation.nodes.first)
    #expect(emulation.nodes.count == 1 && node.isCopy)
    #expect(node.description.name == "Odd" && node.description.vendor == 4660)
    #expect(
      emulation.steps.map(\.action) == [
        .plug(0),
        .send(
          0,
          [(1, 304, 1), (3, 0, 200), (0, 0, 0)].map {
            RawEvent(time: .zero + .milliseconds(100), type: $0.0, code: $0.1, value: $0.2)
          }),
        // A lamp goes the other way.
        .send(
          0,
          [(1, 304, 0), (0, 0, 0)].map {
            RawEvent(time: .zero + .milliseconds(200), type: $0.0, code: $0.1, value: $0.2)
          }),
      ])
  }

  @Test func `Somebody's recording cannot type, move the mouse or close the lid, and that is told`()
    throws
  {
    let emulation = try emulation(
      """
      {"fude":"recording","version":1}
      {"device":0,"name":"Odd","level":"evdev","role":"pad","id":[3,4660,1,2],\
      "codes":{"1":[28,30,158,256,304,545,704,744],"2":[0],"5":[0]},"axes":{"0":[128,0,255]}}
      {"t":100000,"d":0,"e":[[1,28,1],[2,0,9],[5,0,1],[0,0,0]]}
      {"t":200000,"d":0,"e":[[1,29,1],[1,304,1],[1,545,1],[0,0,0]]}

      """)
    let node = try #require(emulation.nodes.first)
    #expect(node.description.codes.map(\.code) == [158, 256, 304, 545, 704])
    let sent = emulation.steps.compactMap { step -> [UInt16]? in
      if case .send(_, let events) = step.action { events.map(\.code) } else { nil }
    }
    #expect(sent == [[304, 545, 0]])
    #expect(emulation.notes.contains { $0.hasPrefix("'Odd' has 6 codes that no controller has") })
  }

  @Test func `Limits that the kernel would refuse do not stop it`() throws {
    let emulation = try emulation(Self.header + #"{"t":0,"d":0,"e":[[1,304,1],[0,0,0]]}"# + "\n")
    let axes = try #require(emulation.nodes.first).description.axes
    #expect(axes.map(\.code) == [0, 2])
    #expect(axes.allSatisfy { $0.flat <= 255 })
  }

  @Test func `An overflow is no event that can be played, and is told`() throws {
    let emulation = try emulation(
      Self.header + """
        {"t":100000,"d":0,"e":[[1,304,1],[0,0,0]]}
        {"t":300000,"d":0,"e":[[0,3,0]]}
        {"t":400000,"d":0,"e":[[1,304,0],[0,0,0]]}

        """)
    let codes = emulation.steps.flatMap { step -> [UInt16] in
      if case .send(_, let events) = step.action { events.map(\.code) } else { [] }
    }
    #expect(codes == [304, 0, 304, 0])
    #expect(
      emulation.notes.contains { $0.contains("overflowed while this was recorded (1 times)") })
  }

  @Test
  func `A controller that went and came back is unplugged, and made a second before it speaks`()
    throws
  {
    let emulation = try emulation(
      """
      {"fude":"recording","version":1}
      {"device":0,"name":"Pad","level":"surface","role":"pad"}
      {"t":0,"d":0,"pad":{"buttons":1}}
      {"t":500000,"d":0,"lost":"removed"}
      {"t":2000000,"d":0,"pad":{"buttons":1}}
      {"t":2100000,"d":0,"pad":{"buttons":0}}

      """)
    let steps = emulation.steps.map { step -> String in
      let time = decimalText(step.time.seconds, places: 3)
      return switch step.action {
      case .plug(let node): "\(time) plug \(node)"
      case .unplug(let node): "\(time) unplug \(node)"
      case .send(_, let events): "\(time) \(events.map { "\($0.code)=\($0.value)" })"
      }
    }
    #expect(
      steps == [
        "0.000 plug 0", #"0.000 ["304=1", "0=0"]"#, "0.500 unplug 0", "1.000 plug 0",
        #"2.000 ["304=1", "0=0"]"#, #"2.100 ["304=0", "0=0"]"#, "2.100 unplug 0",
      ])
    #expect(emulation.nodes[0].description.product == 0x028e && !emulation.nodes[0].isCopy)
  }

  @Test(arguments: 0..<20)
  func `Whatever a controller did, the stand-in's events decode to it again`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var lines = """
      {"fude":"recording","version":1}
      {"device":0,"name":"Pad","level":"surface","role":"pad"}

      """
    var frames: [PadFrame] = []
    for step in 0..<50 {
      let buttons = PadButtons(rawValue: UInt32.random(in: 0...0x7fff, using: &random))
        // Opposite directions have no place on a direction pad with two axes.
        .subtracting(Bool.random(using: &random) ? [.up, .left] : [.down, .right])
      func fraction() -> Float { Float(Int.random(in: -1000...1000, using: &random)) / 1000 }
      let frame = PadFrame(
        time: .zero + .milliseconds(Int64(step) * 10), device: DeviceID(0), buttons: buttons,
        leftStick: SIMD2(fraction(), fraction()), rightStick: SIMD2(fraction(), fraction()),
        leftTrigger: abs(fraction()), rightTrigger: abs(fraction()))
      frames.append(frame)
      lines += """
        {"t":\(step * 10_000),"d":0,"pad":{"buttons":\(buttons.rawValue),\
        "left":[\(frame.leftStick.x),\(frame.leftStick.y)],\
        "right":[\(frame.rightStick.x),\(frame.rightStick.y)],\
        "triggers":[\(frame.leftTrigger),\(frame.rightTrigger)]}}

        """
    }
    let emulation = try emulation(lines)
    var decoder = EvdevDecoder(
      device: DeviceID(0), description: emulation.nodes[0].description, role: .pad,
      surface: Surface(id: SurfaceID(0), size: Size(width: 1, height: 1), isMetric: false))
    var decoded: [PadFrame] = []
    for case .send(_, let events) in emulation.steps.map(\.action) {
      for event in events {
        decoder.receive(event) { if case .pad(let frame) = $0 { decoded.append(frame) } }
      }
    }
    #expect(decoded.count == frames.count)
    for (mine, original) in zip(decoded, frames) {
      let wanted = original.sanitised
      #expect(mine.buttons == wanted.buttons)
      for (a, b) in [
        (mine.leftStick.x, wanted.leftStick.x), (mine.leftStick.y, wanted.leftStick.y),
        (mine.rightStick.x, wanted.rightStick.x), (mine.rightStick.y, wanted.rightStick.y),
      ] {
        #expect(abs(a - b) < 0.001)
      }
      #expect(abs(mine.leftTrigger - wanted.leftTrigger) < 0.005)
      #expect(abs(mine.rightTrigger - wanted.rightTrigger) < 0.005)
    }
  }
}
