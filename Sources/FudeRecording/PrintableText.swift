extension String {
  /// The text with control characters replaced and at most 120 characters long.
  ///
  /// A recording is somebody else's: its names must not move our terminal's cursor.
  package var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      if text.unicodeScalars.count >= 120 { return text + "…" }
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      text.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return text
  }
}
