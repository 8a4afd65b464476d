import FudeInk
import FudeModel

extension DrawingEngine {
  /// A pen whose tip is down.
  struct PenAtWork: Sendable {
    let device: DeviceID
    let tool: PenTool
    var work: Work

    enum Work: Sendable {
      case inking(StrokeID)
      case erasing(from: Point)
    }
  }

  /// Draws or erases with a pen: every sample counts, whatever the fingers do.
  mutating func draw(_ sample: PenSample, _ emit: (EngineEvent) -> Void) {
    let index = pens.firstIndex { $0.device == sample.device }
    guard sample.state == .touching, let position = sample.position else {
      if let index { lift(index, emit) }
      return
    }
    let ink = InkSample(
      time: sample.time, position: canvasPoint(position), pressure: sample.pressure,
      tilt: sample.tilt, twist: sample.twist)
    if let index, pens[index].tool == sample.tool {
      go(on: index, ink, emit)
    } else {
      // A pen that turns into an eraser with its tip down starts anew as the other tool.
      if let index { lift(index, emit) }
      start(sample, ink, emit)
    }
  }

  private mutating func start(
    _ sample: PenSample, _ ink: InkSample, _ emit: (EngineEvent) -> Void
  ) {
    if sample.tool == .eraser {
      canvas.beginStep()
      pens.append(
        PenAtWork(
          device: sample.device, tool: sample.tool, work: .erasing(from: ink.position)))
      erase(from: ink.position, to: ink.position, emit)
    } else {
      let stroke = canvas.begin(brush: options.penBrush, at: ink)
      pens.append(PenAtWork(device: sample.device, tool: sample.tool, work: .inking(stroke)))
      emit(.strokeBegan(stroke, .pen(sample.device)))
    }
  }

  private mutating func go(on index: Int, _ ink: InkSample, _ emit: (EngineEvent) -> Void) {
    switch pens[index].work {
    case .inking(let stroke):
      canvas.extend(stroke, with: ink)
      emit(.strokeChanged(stroke))
    case .erasing(let from):
      pens[index].work = .erasing(from: ink.position)
      erase(from: from, to: ink.position, emit)
    }
  }

  private mutating func erase(from: Point, to: Point, _ emit: (EngineEvent) -> Void) {
    let radius = options.eraserRadius / view.scale
    let gone =
      switch options.eraser {
      case .parts: canvas.eraseParts(from: from, to: to, radius: radius)
      case .strokes: canvas.eraseStrokes(from: from, to: to, radius: radius)
      }
    if !gone.isEmpty { emit(.erased(gone)) }
  }

  mutating func lift(_ index: Int, _ emit: (EngineEvent) -> Void) {
    switch pens.remove(at: index).work {
    case .inking(let stroke):
      canvas.end(stroke)
      emit(.strokeEnded(stroke))
    case .erasing:
      canvas.endStep()
    }
  }

  /// A device vanished: what its pen drew stays, complete.
  mutating func lose(_ device: DeviceID, _ emit: (EngineEvent) -> Void) {
    if let index = pens.firstIndex(where: { $0.device == device }) { lift(index, emit) }
  }
}
