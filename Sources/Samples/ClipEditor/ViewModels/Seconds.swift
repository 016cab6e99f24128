/// Milliseconds as people read them: `2.5 s`.
func seconds(_ milliseconds: Int) -> String { decimal(milliseconds) + " s" }

/// Milliseconds as people type them: `2.5`.
private func decimal(_ milliseconds: Int) -> String {
  let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
  guard rest != 0 else { return "\(whole)" }
  // A thousand in front keeps the zeros of 1.05.
  var digits = String(1000 + rest).dropFirst()
  while digits.hasSuffix("0") { digits.removeLast() }
  return "\(whole).\(digits)"
}
