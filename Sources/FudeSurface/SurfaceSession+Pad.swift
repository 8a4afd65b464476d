import FudeEngine
import FudeInk
import FudeModel
import FudePad
import FudePointer

extension SurfaceSession {
  /// Does what a controller's person wants.
  mutating func carryOut(_ outcomes: [PadControl.Outcome]) {
    guard !outcomes.isEmpty else { return }
    revision += 1
    for outcome in outcomes {
      switch outcome {
      case .pointer: break
      case .scroll(let x, let y):
        if palette.isOpen {
          palette.scroll(by: y)
        } else if !isMenuOpen {
          let scale = PointerReport.millimetresPerPixel
          engine.view.offset = engine.view.offset - Point(x: x, y: y) * scale
        }
      case .move(let direction): if isMenuOpen { hop(direction) }
      case .press(let button, _) where isMenuOpen && Self.directions.contains(button): break
      case .press(let button, let isRepeat): press(button, isRepeat: isRepeat)
      case .release(let button): release(button)
      case .zoom(let factor): zoom(by: factor, at: pad.pointer * PointerReport.millimetresPerPixel)
      }
    }
  }

  /// The bits of the direction pad, which moves the pointer while a menu is open.
  private static let directions = 11...14

  /// The pointer to the next control of the menu; which one that is, the page knows.
  private mutating func hop(_ direction: PadDirection) {
    let word: StaticString =
      switch direction {
      case .up: "hop 0 -1\n"
      case .down: "hop 0 1\n"
      case .left: "hop -1 0\n"
      case .right: "hop 1 0\n"
      }
    requests.add(word)
  }

  private mutating func press(_ button: Int, isRepeat: Bool) {
    guard actions.indices.contains(button) else { return }
    let action = actions[button]
    if !isRepeat {
      if action == .opacity { opacityHeld = true }
      if action.repeats { pad.hold(button, at: now) }
    }
    act(action)
  }

  private mutating func release(_ button: Int) {
    guard actions.indices.contains(button) else { return }
    if actions[button] == .opacity { opacityHeld = false }
    if actions[button].repeats { pad.hold(nil, at: now) }
  }

  private mutating func act(_ action: PadAction) {
    switch action {
    case .nothing, .opacity: break
    case .choose: choose()
    case .palette: palette.isOpen.toggle()
    case .shuffle:
      palette.isOpen = true
      palette.shuffle()
    case .undo: apply(.undo)
    case .redo: apply(.redo)
    case .nextTool, .previousTool:
      let count = SurfaceTool.allCases.count
      let step = action == .nextTool ? 1 : count - 1
      takeUp(SurfaceTool.allCases[(Int(tool.rawValue) + step) % count])
    case .eraser: takeUp(tool == .eraser ? before : .eraser)
    case .wider, .thinner: change(by: action == .wider ? 1 : -1)
    case .home: apply(.home)
    case .why: requests.add("why\n")
    case .centre: pad.centre(in: size)
    }
  }

  /// A step of a tenth or so: as much at every width.
  private mutating func change(by direction: Double) {
    if opacityHeld {
      apply(.opacity(setting.opacity + 0.05 * direction))
    } else {
      apply(.width(setting.width * (direction > 0 ? 1.12 : 1 / 1.12)))
    }
  }

  private mutating func choose() {
    if let index = palette.index(at: pad.pointer) {
      apply(.pick(index))
      return
    }
    requests.add("click ")
    requests.add(pad.pointer.x, places: 2)
    requests.add(" ")
    requests.add(pad.pointer.y, places: 2)
    requests.add("\n")
  }
}
