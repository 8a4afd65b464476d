import FudeEngine
import FudeInk
import FudeModel
import FudeTouch
import Testing

@Suite("Whatever is thrown at a drawing session")
struct EnginePropertyTests {
  /// Random but repeatable events of two pens and two touchscreens, in and out of order.
  private func events(seed: UInt64, count: Int) -> [InputEvent] {
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var time: Int64 = 0
    return (0..<count).map { _ in
      time += Int64(next(30)) * 1000 - 3000
      let stamp = Timestamp(microseconds: time)
      let device = DeviceID(UInt32(next(4)))
      let place = Point(x: Double(next(2600)) / 10, y: Double(next(1730)) / 10)
      switch next(12) {
      case 0: return .lost(device, at: stamp, next(2) == 0 ? .removed : .overflow)
      case 1...5:
        let states: [PenState] = [.out, .near, .hovering(distance: nil), .touching, .touching]
        return .pen(
          PenSample(
            time: stamp, device: device, surface: SurfaceID(UInt32(next(2))),
            state: states[next(5)], position: next(9) == 0 ? nil : place,
            pressure: Float(next(120)) / 100, tool: next(6) == 0 ? .eraser : .pen))
      default:
        return .touch(
          TouchFrame(
            time: stamp, device: device, surface: SurfaceID(UInt32(next(2))),
            contacts: (0..<next(4)).map { _ in
              Contact(
                id: ContactID(UInt64(next(12))),
                phase: [.began, .moved, .moved, .ended, .cancelled][next(5)],
                position: place)
            }))
      }
    }
  }

  @Test("every stroke that begins ends once", arguments: Array(1...40) as [UInt64])
  func balance(seed: UInt64) {
    var engine = DrawingEngine()
    var open: Set<StrokeID> = []
    var seen: Set<StrokeID> = []
    let play = events(seed: seed, count: 600)
    let last = play.map(\.time).max() ?? .zero
    let losses = (0..<4).map { InputEvent.lost(DeviceID($0), at: last, .endOfRecording) }
    for event in play + losses {
      engine.receive(event) { said in
        switch said {
        case .strokeBegan(let id, _):
          #expect(seen.insert(id).inserted)
          open.insert(id)
        case .strokeChanged(let id): #expect(open.contains(id))
        case .strokeEnded(let id), .strokeRevoked(let id): #expect(open.remove(id) != nil)
        default: break
        }
      }
    }
    #expect(open.isEmpty)
    #expect(engine.ledger.live.isEmpty)
  }

  @Test("the same events give the same drawing", arguments: [5, 6] as [UInt64])
  func repeatable(seed: UInt64) {
    func draw() -> Bitmap {
      var engine = DrawingEngine()
      for event in events(seed: seed, count: 400) { engine.receive(event) { _ in } }
      var bitmap = Bitmap(width: 260, height: 173)
      engine.canvas.render(into: &bitmap, viewport: Viewport(scale: 1))
      return bitmap
    }
    #expect(draw() == draw())
  }
}
