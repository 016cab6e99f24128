/// Milliseconds as people read them: `2.5 s`.
func seconds(_ milliseconds: Int) -> String { decimal(milliseconds) + " s" }

/// Milliseconds as people type them: `2.5`.
private func decimal(_ milliseconds: Int) -> String {
  let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
  guard rest != 0 else { return "\(whole)" }
  // The leading 1 of "1000" keeps the zero of 1.05.
  var digits = String(1000 + rest).dropFirst()
  while digits.hasSuffix("0") { digits.removeLast() }
  return "\(whole).\(digits)"
}
