import FudeModel

extension Reason {
  /// The reason as one English sentence with its numbers, without a full stop.
  public var sentence: String {
    switch code {
    case .landed: "landed" + (evidence.penAge == nil ? "" : ", " + penText)
    case .evidence: after + ": " + because
    case .penArrived: "a pen came " + milliseconds + " ms after it landed: " + because
    case .timeLimit: "still undecided after " + milliseconds + " ms: " + because
    case .palmFlag: "the device itself calls it a palm, " + milliseconds + " ms after landing"
    case .penOnly: "only the pen works here: fingers are switched off"
    case .rejectionOff: "palm rejection is switched off"
    case .lifted: "lifted after " + milliseconds + " ms and " + path
    case .cancelled: "taken away by the system after " + milliseconds + " ms"
    case .deviceRemoved: "its device vanished after " + milliseconds + " ms"
    case .eventsLost: "its device lost events after " + milliseconds + " ms"
    case .recordingEnded: "the recording ended " + milliseconds + " ms after it landed"
    case .superseded:
      "given up after " + milliseconds + " ms: too many contacts, or its number reused"
    }
  }

  private var milliseconds: String { decimalText(age.milliseconds, places: 0) }
  private var path: String { decimalText(Double(evidence.path), places: 1) + " mm" }

  private var after: String {
    age.microseconds <= 0 ? "at landing" : milliseconds + " ms after landing"
  }

  /// All terms that matter, the loudest for the outcome first, then the sum.
  private var because: String {
    let palm = evidence.odds > 0
    var text = ""
    var said = 0
    for forPalm in [palm, !palm] {
      var left = Evidence.Term.allCases.filter { abs(evidence[$0]) >= 0.25 }
      left = left.filter { (evidence[$0] > 0) == forPalm }
      left.sort { abs(evidence[$0]) > abs(evidence[$1]) }
      for term in left {
        text += (said == 0 ? "" : ", ") + evidence.phrase(for: term)
        text += " (" + signed(Double(evidence[term])) + ")"
        said += 1
      }
    }
    return (said == 0 ? "nothing speaks for a palm" : text) + "; odds " + oddsText
  }

  private var oddsText: String {
    let odds = Double(evidence.odds)
    let ratio = Maths.exp(min(12, abs(odds)))
    let side = odds > 0 ? "for a palm" : "for a finger"
    return decimalText(ratio, places: ratio < 10 ? 1 : 0) + " to 1 " + side
  }

  private var penText: String { evidence.phrase(for: .presence) }
}

private func signed(_ value: Double) -> String {
  (value > 0 ? "+" : "") + decimalText(value, places: 1)
}

extension Evidence {
  /// A term's fact in a few words.
  public func phrase(for term: Term) -> String {
    switch term {
    case .presence: penPhrase
    case .region: offsetPhrase
    case .size: sizePhrase
    case .motion:
      (self[.motion] > 0 ? "it moves with the pen" : "it moves on its own")
        + " (" + decimalText(Double(path), places: 1) + " mm)"
    case .cluster: decimalText(Double(companions), places: 0) + " more landed with it"
    case .heir: "it is beside or in the place of a rejected one"
    case .flag: "the device calls it a palm"
    }
  }

  private var penPhrase: String {
    guard let penAge else { return "no pen is near" }
    if penAge <= 0 { return "the pen is in range" }
    return "the pen left " + decimalText(Double(penAge) * 1000, places: 0) + " ms ago"
  }

  private var offsetPhrase: String {
    guard let offset else { return "no pen was placed yet" }
    let side =
      decimalText(Double(abs(offset.x)), places: 0) + " mm " + (offset.x < 0 ? "left" : "right")
    let depth =
      decimalText(Double(abs(offset.y)), places: 0) + " mm " + (offset.y < 0 ? "above" : "below")
    let place = self[.region] > 0 ? "where the hand lies" : "away from the hand"
    return side + " and " + depth + " the tip, " + place
  }

  private var sizePhrase: String {
    guard let sizeRatio else { return "its size is unknown" }
    return decimalText(Double(sizeRatio), places: 1) + " times a finger's size"
  }
}
