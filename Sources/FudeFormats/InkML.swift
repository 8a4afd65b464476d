import FudeInk
import FudeModel

/// Ink Markup Language, W3C recommendation of 20 September 2011: raw samples with force, tilt and
/// time, and pens.
public enum InkML {
  /// The strokes that a canvas shows, as the text of an InkML file.
  ///
  /// Places are millimetres with three decimals, times milliseconds with three, forces `0...1`
  /// with four, tilts degrees with two; what was not measured has no channel.
  public static func encode(_ document: InkDocument) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <ink xmlns="http://www.w3.org/2003/InkML">
        <definitions>

      """
    let kinds = Set(document.strokes.map { Kind($0.samples) }).sorted()
    for kind in kinds { text += kind.context }
    var brushes: [Brush] = []
    for stroke in document.strokes where !brushes.contains(stroke.brush) {
      text += definition(stroke.brush, brushes.count)
      brushes.append(stroke.brush)
    }
    text += "  </definitions>\n"
    for stroke in document.strokes where !stroke.samples.isEmpty {
      let kind = Kind(stroke.samples)
      let brush = brushes.firstIndex(of: stroke.brush) ?? 0
      let points = stroke.samples.map { kind.point($0) }.joined(separator: ", ")
      text +=
        "  <trace contextRef=\"#c\(kind.rawValue)\" brushRef=\"#b\(brush)\">\(points)</trace>\n"
    }
    return text + "</ink>\n"
  }

  private static func definition(_ brush: Brush, _ number: Int) -> String {
    let width = decimalText(brush.width, places: 3)
    let opacity = decimalText(Double(255 - Int(brush.color.alpha)), places: 0)
    let operation = brush.mode == .highlight ? "maskPen" : "copyPen"
    return """
          <brush xml:id="b\(number)">
            <brushProperty name="width" value="\(width)" units="mm"/>
            <brushProperty name="color" value="\(brush.color.hex)"/>
            <brushProperty name="transparency" value="\(opacity)"/>
            <brushProperty name="rasterOp" value="\(operation)"/>
            <annotation type="name">\(escaped(brush.name))</annotation>
          </brush>

      """
  }

  /// Which channels a stroke has.
  private struct Kind: Hashable, Comparable {
    let rawValue: Int
    var hasForce: Bool { rawValue & 1 != 0 }
    var hasTilt: Bool { rawValue & 2 != 0 }

    /// A channel is written if every sample has it: InkML has no word for a missing value.
    init(_ samples: [InkSample]) {
      let force = samples.allSatisfy { $0.pressure != nil } ? 1 : 0
      let tilt = samples.allSatisfy { $0.tilt != nil } ? 2 : 0
      rawValue = force | tilt
    }

    static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }

    var context: String {
      var channels = """
              <channel name="X" type="decimal" units="mm"/>
              <channel name="Y" type="decimal" units="mm"/>
              <channel name="T" type="decimal" units="ms"/>

        """
      if hasForce {
        channels += "        <channel name=\"F\" type=\"decimal\" min=\"0\" max=\"1\"/>\n"
      }
      if hasTilt {
        channels += "        <channel name=\"OTx\" type=\"decimal\" units=\"deg\"/>\n"
        channels += "        <channel name=\"OTy\" type=\"decimal\" units=\"deg\"/>\n"
      }
      return """
            <context xml:id="c\(rawValue)">
              <traceFormat>
        \(channels)      </traceFormat>
            </context>

        """
    }

    func point(_ sample: InkSample) -> String {
      var values = [
        decimalText(sample.position.x, places: 3), decimalText(sample.position.y, places: 3),
        decimalText(Double(sample.time.microseconds) / 1000, places: 3),
      ]
      if hasForce { values.append(decimalText(Double(sample.pressure ?? 0), places: 4)) }
      if hasTilt {
        values.append(decimalText(Double(sample.tilt?.x ?? 0) * 180 / Maths.pi, places: 2))
        values.append(decimalText(Double(sample.tilt?.y ?? 0) * 180 / Maths.pi, places: 2))
      }
      return values.joined(separator: " ")
    }
  }
}
