import FudeModel

/// Pictures of contacts to label by looking, blind to any policy's verdict.
///
/// A cell shows one contact in red: on the left the whole surface, in the middle the plane as seen
/// from the pen's tip, below a time line from two seconds before landing to two seconds after.
/// Blue is the pen (dark while its tip is down), grey are the other contacts of that time. A
/// legend below says so, in the picture itself.
package struct ContactSheet: Sendable {
  /// Cells a row.
  package var columns = 3

  /// A contact to show: a session, its place in the session's list, and the number to print.
  package struct Cell: Sendable {
    let session: Session
    let index: Int
    let number: Int

    /// A cell for a contact.
    package init(_ session: Session, _ index: Int, number: Int) {
      self.session = session
      self.index = index
      self.number = number
    }
  }

  /// Sheets of contacts.
  package init() {}

  /// A sheet of the given contacts.
  package func draw(_ cells: [Cell]) -> Plot {
    let columns = max(1, min(columns, cells.count))
    var plot = Plot(
      width: columns * CellPicture.width,
      height: max(1, (cells.count + columns - 1) / columns) * CellPicture.height
        + ContactSheet.legend.count * 16 + 8)
    for (place, cell) in cells.enumerated() {
      CellPicture(session: cell.session).draw(
        cell.index, number: cell.number, in: &plot, place % columns * CellPicture.width,
        place / columns * CellPicture.height)
    }
    let top = plot.height - ContactSheet.legend.count * 16
    for (row, words) in ContactSheet.legend.enumerated() {
      plot.text(words.text, 8, top + row * 16, words.colour, size: 2)
    }
    return plot
  }

  /// What the colours and signs are.
  private static let legend: [(text: String, colour: Plot.Colour)] = [
    ("RED THE CONTACT: CIRCLE AND DOT WHERE IT LANDED", 0xE00000),
    ("GREY OTHERS AT THAT TIME. PALE GREY 1 S AROUND IT", 0x606060),
    ("BLUE THE PEN: DARK DOWN. PALE ABOVE OR NEAR", 0x0000A0),
    ("GREEN CROSS: ITS TIP AT THE LANDING", 0x008000),
    ("BROWN CROSS: WHERE A PEN WAS THAT HAS GONE", 0xB06000),
    ("LEFT THE SURFACE. RIGHT AS SEEN FROM THE TIP", 0x000000),
    ("RINGS 50 AND 100 MM. BAR 20 MM. BELOW FROM -2 S", 0x000000),
  ]
}

/// The picture of one contact.
struct CellPicture {
  let session: Session
  static let width = 500
  static let height = 280

  func draw(_ index: Int, number: Int, in plot: inout Plot, _ left: Int, _ top: Int) {
    let track = session.contacts[index]
    plot.frame(left, top, Self.width, Self.height, 0x808080)
    plot.text("\(number)", left + 4, top + 4, 0xC00000, size: 3)
    let life = (track.endedAt - track.bornAt).milliseconds
    var caption =
      decimalText(life, places: 0) + " MS  SIZE "
      + decimalText(Double(track.largest ?? 0), places: 0)
    caption += "  PATH " + decimalText(track.path, places: 0) + " MM"
    if let gone = penGone(at: track.bornAt) {
      caption += "  PEN GONE " + decimalText(gone, places: 1) + " S"
    }
    plot.text(caption, left + 70, top + 6, 0x000000, size: 2)
    let size =
      session.surfaces.first { $0.id == track.surface }?.size ?? Size(width: 250, height: 160)
    let scale = min(280 / size.width, 200 / size.height)
    let map = Panel(
      left: left + 4, top: top + 24, width: Int(size.width * scale),
      height: Int(size.height * scale),
      origin: .zero, scale: scale)
    drawMap(track, map, &plot)
    let frame = Panel(
      left: left + 292, top: top + 24, width: 204, height: 204, origin: Point(x: -120, y: -120),
      scale: 0.85)
    drawPenFrame(track, frame, &plot)
    drawTimeline(track, left + 4, top + 232, &plot)
  }

  /// A part of the plane shown in a part of the picture.
  private struct Panel {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
    var origin: Point
    var scale: Double

    func place(_ point: Point) -> (x: Double, y: Double) {
      let x = (point.x - origin.x) * scale
      let y = (point.y - origin.y) * scale
      return (
        Double(left) + min(Double(width - 2), max(1, x)),
        Double(top) + min(Double(height - 2), max(1, y))
      )
    }
  }

  private func window(_ track: ContactTrack) -> ClosedRange<Timestamp> {
    let before = track.bornAt - .milliseconds(1000)
    return
      before...(max(track.bornAt, min(track.endedAt, track.bornAt + .milliseconds(4000)))
      + .milliseconds(1000))
  }

  private func drawMap(_ track: ContactTrack, _ panel: Panel, _ plot: inout Plot) {
    plot.frame(panel.left, panel.top, panel.width, panel.height, 0xB0B0B0)
    let window = window(track)
    for (before, after) in zip(session.pen, session.pen.dropFirst())
    where window.contains(before.time) && before.state.isInRange && after.state.isInRange {
      guard let from = before.position, let to = after.position else { continue }
      let a = panel.place(from)
      let b = panel.place(to)
      let down = before.state == .touching
      plot.line(a.x, a.y, b.x, b.y, down ? 0x0000A0 : 0x90C0FF, thick: down)
    }
    for other in session.contacts
    where other.id != track.id && other.bornAt <= window.upperBound
      && other.endedAt >= window.lowerBound
    {
      let together = other.bornAt <= track.endedAt && other.endedAt >= track.bornAt
      draw(other, panel, together ? 0x606060 : 0xD0D0D0, &plot)
    }
    draw(track, panel, 0xE00000, &plot)
    if let tip = tip(at: track.bornAt) {
      let at = panel.place(tip)
      cross(at.x, at.y, track, &plot)
    }
    let bar = Int(20 * panel.scale)
    plot.fill(
      panel.left + panel.width - bar - 6, panel.top + panel.height - 6, bar, 2, 0x000000)
  }

  /// The tip: green while the pen is there, brown once it has gone.
  private func cross(_ x: Double, _ y: Double, _ track: ContactTrack, _ plot: inout Plot) {
    let colour: Plot.Colour = penGone(at: track.bornAt) == nil ? 0x008000 : 0xB06000
    plot.line(x - 6, y, x + 6, y, colour)
    plot.line(x, y - 6, x, y + 6, colour)
  }

  /// For how long the pen had been out of range at a time, in seconds; `nil` while it is in range,
  /// and if there was none yet.
  private func penGone(at time: Timestamp) -> Double? {
    let index = penIndex(at: time)
    guard index >= 0, !session.pen[index].state.isInRange else { return nil }
    var last = index
    while last > 0, !session.pen[last - 1].state.isInRange { last -= 1 }
    return (time - session.pen[last].time).milliseconds / 1000
  }

  private func draw(
    _ track: ContactTrack, _ panel: Panel, _ colour: Plot.Colour, _ plot: inout Plot
  ) {
    guard let first = track.samples.first else { return }
    let start = panel.place(first.position)
    plot.circle(start.x, start.y, Double(min(40, max(2, (track.largest ?? 4) * 0.8))), colour)
    for (before, after) in zip(track.samples, track.samples.dropFirst()) {
      let a = panel.place(before.position)
      let b = panel.place(after.position)
      plot.line(a.x, a.y, b.x, b.y, colour, thick: true)
    }
    plot.fill(Int(start.x) - 1, Int(start.y) - 1, 3, 3, colour)
  }

  private func drawPenFrame(_ track: ContactTrack, _ panel: Panel, _ plot: inout Plot) {
    plot.frame(panel.left, panel.top, panel.width, panel.height, 0xB0B0B0)
    let tip = panel.place(.zero)
    cross(tip.x, tip.y, track, &plot)
    plot.circle(tip.x, tip.y, 50 * panel.scale, 0xE8E8E8)
    plot.circle(tip.x, tip.y, 100 * panel.scale, 0xE8E8E8)
    for other in session.contacts
    where other.id != track.id && other.bornAt <= track.endedAt && other.endedAt >= track.bornAt {
      drawRelative(other, panel, 0x909090, &plot)
    }
    drawRelative(track, panel, 0xE00000, &plot)
  }

  private func drawRelative(
    _ track: ContactTrack, _ panel: Panel, _ colour: Plot.Colour, _ plot: inout Plot
  ) {
    var last: (x: Double, y: Double)?
    for sample in track.samples {
      guard let tip = tip(at: sample.time) else { continue }
      let at = panel.place(sample.position - tip)
      if let last { plot.line(last.x, last.y, at.x, at.y, colour) }
      if last == nil { plot.fill(Int(at.x) - 2, Int(at.y) - 2, 4, 4, colour) }
      last = at
    }
  }

  /// The pen's newest report at a time; below 0 if there was none yet.
  private func penIndex(at time: Timestamp) -> Int {
    var low = 0
    var high = session.pen.count
    while low < high {
      let middle = (low + high) / 2
      if session.pen[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Where the pen last was at a time.
  private func tip(at time: Timestamp) -> Point? {
    var index = penIndex(at: time)
    while index >= 0 {
      if let position = session.pen[index].position { return position }
      index -= 1
    }
    return nil
  }

  private func drawTimeline(_ track: ContactTrack, _ left: Int, _ top: Int, _ plot: inout Plot) {
    let start = track.bornAt - .milliseconds(2000)
    let span = 4000.0 + min(4000, (track.endedAt - track.bornAt).milliseconds)
    func x(_ time: Timestamp) -> Int {
      left + Int(min(490, max(0, (time - start).milliseconds / span * 490)))
    }
    plot.frame(left, top, 492, 46, 0xB0B0B0)
    for (before, after) in zip(session.pen, session.pen.dropFirst())
    where after.time >= start && (before.time - start).milliseconds <= span
      && before.state.isInRange
    {
      let from = x(before.time)
      let colour: Plot.Colour =
        before.state == .touching ? 0x0000A0 : before.state == .near ? 0xDDEEFF : 0x90C0FF
      plot.fill(from, top + 2, max(1, x(after.time) - from), 10, colour)
    }
    var row = top + 22
    plot.fill(x(track.bornAt), top + 14, max(2, x(track.endedAt) - x(track.bornAt)), 6, 0xE00000)
    for other in session.contacts
    where other.id != track.id && other.endedAt >= start
      && (other.bornAt - start).milliseconds <= span && row < top + 44
    {
      plot.fill(x(other.bornAt), row, max(2, x(other.endedAt) - x(other.bornAt)), 2, 0x808080)
      row += 3
    }
  }
}
