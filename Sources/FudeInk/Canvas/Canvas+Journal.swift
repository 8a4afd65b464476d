/// One thing that happened to a document, to be kept and applied again.
///
/// A document is the list of its entries: applied in order to an empty canvas, they give the same
/// strokes, the same picture and the same undo and redo. Only a list that lost its end is still a
/// document: the one of a moment before.
public enum CanvasEntry: Hashable, Sendable {
  /// A stroke that a later step shows. By itself it shows nothing.
  case stroke(StoredStroke)
  /// A step that can be undone.
  case step(CanvasStep)
  /// The last step was taken back.
  case undone
  /// The step taken back last was done again.
  case redone
}

/// A stroke as it is kept: raw samples and settled geometry.
///
/// The geometry is kept beside the samples it came from, so that a drawing looks the same when
/// smoothing has changed since.
public struct StoredStroke: Hashable, Sendable {
  /// Which stroke.
  public var id: StrokeID
  /// The pen.
  public var brush: Brush
  /// Raw samples in canvas millimetres.
  public var samples: [InkSample]
  /// The middle line.
  public var knots: [Knot]
  /// See ``Stroke/isWithoutForce``.
  public var isWithoutForce: Bool
  /// Strokes of smaller rank lie below; pieces of a cut stroke have its rank.
  public var rank: Int

  /// A stroke to be kept.
  public init(
    id: StrokeID, brush: Brush, samples: [InkSample], knots: [Knot], isWithoutForce: Bool,
    rank: Int
  ) {
    self.id = id
    self.brush = brush
    self.samples = samples
    self.knots = knots
    self.isWithoutForce = isWithoutForce
    self.rank = rank
  }
}

/// A step of a document: what appeared, what disappeared, what moved.
public struct CanvasStep: Hashable, Sendable {
  /// Strokes that appeared.
  public var shown: [StrokeID]
  /// Strokes that disappeared.
  public var hidden: [StrokeID]
  /// Strokes that moved.
  public var moved: [StrokeID]
  /// How far, in millimetres.
  public var distance: SIMD2<Float>

  /// A step.
  public init(
    shown: [StrokeID] = [], hidden: [StrokeID] = [], moved: [StrokeID] = [],
    distance: SIMD2<Float> = .zero
  ) {
    self.shown = shown
    self.hidden = hidden
    self.moved = moved
    self.distance = distance
  }
}

extension Canvas {
  /// Starts to note every step, for ``takeJournal()``.
  public mutating func keepJournal() {
    if journal == nil { journal = [] }
  }

  /// What happened since the last call; empty without ``keepJournal()``.
  public mutating func takeJournal() -> [CanvasEntry] {
    guard let noted = journal, !noted.isEmpty else { return [] }
    journal = []
    return noted
  }

  /// Notes a step and the strokes that it shows for the first time: they are new in it.
  mutating func note(_ change: Change) {
    guard journal != nil else { return }
    for id in change.shown {
      let stroke = strokes[id.rawValue]
      journal?.append(
        .stroke(
          StoredStroke(
            id: id, brush: stroke.brush, samples: stroke.samples, knots: stroke.knots,
            isWithoutForce: stroke.isWithoutForce, rank: stroke.rank)))
    }
    journal?.append(
      .step(
        CanvasStep(
          shown: change.shown, hidden: change.hidden, moved: change.moved,
          distance: change.distance)))
  }

  /// Does again what was noted. What refers to strokes that are not there is left out.
  ///
  /// - Parameters:
  ///   - entry: What to do.
  ///   - isNoted: Whether the entry itself is noted, as what came from elsewhere is; what is read from
  ///     the document's own journal is not.
  public mutating func apply(_ entry: CanvasEntry, isNoted: Bool = false) {
    let noted = journal
    journal = nil
    defer {
      journal = noted
      if isNoted { journal?.append(entry) }
    }
    switch entry {
    case .stroke(let stored): insert(stored)
    case .step(let step):
      // Each by itself: the larger of a number and no number is the number.
      guard abs(step.distance.x) <= StoredStroke.farthest,
        abs(step.distance.y) <= StoredStroke.farthest
      else { return }
      let change = Change(
        shown: known(step.shown), hidden: known(step.hidden), moved: known(step.moved),
        distance: step.distance)
      apply(show: change.shown, hide: change.hidden, move: change.moved, by: change.distance)
      record(change)
    case .undone: undo()
    case .redone: redo()
    }
  }

  /// Takes strokes away, as one step.
  public mutating func remove(_ ids: [StrokeID]) {
    let gone = known(ids).filter { strokes[$0.rawValue].standing == .committed }
    guard !gone.isEmpty else { return }
    for id in gone { set(id, .hidden) }
    record(Change(hidden: gone))
  }

  private func known(_ ids: [StrokeID]) -> [StrokeID] {
    ids.filter { strokes.indices.contains($0.rawValue) }
  }

  /// How far a stroke's number may lie beyond those known: gaps are strokes that were taken back.
  private static let widestGap = 100_000

  private mutating func insert(_ stored: StoredStroke) {
    let place = stored.id.rawValue
    guard place >= 0, place < strokes.count + Canvas.widestGap, stored.isPlausible else { return }
    while strokes.count <= place {
      let id = StrokeID(strokes.count)
      strokes.append(
        Stroke(
          id: id, brush: stored.brush, samples: [], knots: [], isWithoutForce: false,
          rank: id.rawValue, bounds: .nowhere, standing: .hidden))
      index.append(.nowhere)
    }
    guard strokes[place].standing == .hidden, strokes[place].knots.isEmpty else { return }
    var bounds = Bounds.nowhere
    for knot in stored.knots { bounds.add(knot) }
    strokes[place] = Stroke(
      id: stored.id, brush: stored.brush, samples: stored.samples, knots: stored.knots,
      isWithoutForce: stored.isWithoutForce, rank: stored.rank, bounds: bounds, standing: .hidden)
    index.update(place, bounds.grown(by: Canvas.margin))
  }
}

extension StoredStroke {
  /// No ink lies farther from the origin, in millimetres: a kilometre.
  static let farthest: Float = 1e6

  /// Whether its geometry can be painted; damaged bytes can hold any number.
  var isPlausible: Bool {
    func isNear(_ value: SIMD2<Float>, _ limit: Float) -> Bool {
      max(abs(value.x), abs(value.y)) <= limit && value.x == value.x && value.y == value.y
    }
    return knots.allSatisfy { knot in
      isNear(knot.position, Self.farthest) && isNear(knot.velocity, 1e9) && knot.radius >= 0
        && knot.radius <= 1000 && abs(knot.time) <= 1e7
    }
  }
}
