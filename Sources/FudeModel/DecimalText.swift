/// A number as text with a fixed count of decimals.
///
/// Reasons and reports are printed by the core, where neither Foundation's formatting nor the
/// standard library's description of floating point exists (Embedded Swift on WebAssembly).
///
/// - Parameters:
///   - value: Any number; one that is not finite or beyond ±9e15 prints as `?`.
///   - places: Decimals, `0...6`.
public func decimalText(_ value: Double, places: Int) -> String {
  let places = max(0, min(6, places))
  var scale: Int64 = 1
  for _ in 0..<places { scale *= 10 }
  let scaled = (value * Double(scale)).rounded()
  guard scaled == scaled, abs(scaled) < 9e15 else { return "?" }
  let whole = Int64(scaled)
  var digits = Array(String(whole.magnitude).utf8)
  while digits.count <= places { digits.insert(48, at: 0) }
  if places > 0 { digits.insert(46, at: digits.count - places) }
  if whole < 0 { digits.insert(45, at: 0) }
  return String(decoding: digits, as: UTF8.self)
}
