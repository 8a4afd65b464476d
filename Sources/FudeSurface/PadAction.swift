/// What a controller's button does on the surface.
public enum PadAction: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case nothing
  /// Takes what is under the pointer: a colour of the palette, or a button of the page.
  case choose
  /// Shows or hides the palette.
  case palette
  /// Makes new colours.
  case shuffle
  /// Takes the last step back.
  case undo
  /// Does it again.
  case redo
  /// The next tool.
  case nextTool
  /// The tool before.
  case previousTool
  /// The eraser, or back to the tool before it.
  case eraser
  /// A wider line.
  case wider
  /// A thinner line.
  case thinner
  /// While held, ``wider`` and ``thinner`` change opacity instead.
  case opacity
  /// The view as it was at the start.
  case home
  /// Shows why the last touches were taken for what they were.
  case why
  /// The pointer to the middle.
  case centre

  /// The action's word in commands and state.
  public var word: StaticString {
    switch self {
    case .nothing: "nothing"
    case .choose: "choose"
    case .palette: "palette"
    case .shuffle: "shuffle"
    case .undo: "undo"
    case .redo: "redo"
    case .nextTool: "next-tool"
    case .previousTool: "previous-tool"
    case .eraser: "eraser"
    case .wider: "wider"
    case .thinner: "thinner"
    case .opacity: "opacity"
    case .home: "home"
    case .why: "why"
    case .centre: "centre"
    }
  }

  /// Whether holding the button repeats it.
  var repeats: Bool {
    switch self {
    case .undo, .redo, .nextTool, .previousTool, .wider, .thinner: true
    default: false
    }
  }

  /// What the sixteen buttons do at first, by their bits in `PadButtons`: Circle takes, OPTIONS
  /// makes new colours, as in the tutorial of Apple's framework.
  public static let usual: [PadAction] = [
    .eraser, .choose, .opacity, .palette, .thinner, .wider, .home, .centre, .shuffle, .why,
    .nothing, .previousTool, .nextTool, .undo, .redo, .nothing,
  ]
}
