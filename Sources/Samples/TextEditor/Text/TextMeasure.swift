/// Counts of a text.
///
/// The measures of two texts give the measure of both joined, so a tree updates it at the cost of the change.
package struct TextMeasure: Sendable, Equatable {
  /// The size as UTF-8, in bytes.
  package private(set) var bytes = 0

  /// The number of Unicode scalars.
  package private(set) var scalars = 0

  /// The number of U+000A.
  package private(set) var newlines = 0

  /// The number of runs of scalars between white space.
  package private(set) var words = 0

  private var startsInWord = false
  private var endsInWord = false

  /// The measure of the empty text.
  package init() {}

  /// Counts a piece of UTF-8. Costs O(n).
  init(_ utf8: some Collection<UInt8>) {
    bytes = utf8.count
    var rest = utf8.makeIterator()
    while let lead = rest.next() {
      let inWord = !isWhitespace(lead, &rest)
      if scalars == 0 { startsInWord = inWord }
      if inWord && !endsInWord { words += 1 }
      endsInWord = inWord
      scalars += 1
      newlines += lead == UInt8(ascii: "\n") ? 1 : 0
    }
  }

  /// The measure of one text followed by another.
  static func + (first: TextMeasure, second: TextMeasure) -> TextMeasure {
    if first.bytes == 0 { return second }
    if second.bytes == 0 { return first }
    var sum = TextMeasure()
    sum.bytes = first.bytes + second.bytes
    sum.scalars = first.scalars + second.scalars
    sum.newlines = first.newlines + second.newlines
    let wordGoesOn = first.endsInWord && second.startsInWord
    sum.words = first.words + second.words - (wordGoesOn ? 1 : 0)
    sum.startsInWord = first.startsInWord
    sum.endsInWord = second.endsInWord
    return sum
  }

  /// Updates the measure after a part of the text changed.
  ///
  /// `old` and `new` measure the changed part with one unchanged scalar on each side, if there is one,
  /// because the start of a word depends on one neighbor. `edges` are the first and the last scalar of the
  /// new text.
  mutating func exchange(_ old: TextMeasure, for new: TextMeasure, edges: TextMeasure) {
    bytes += new.bytes - old.bytes
    scalars += new.scalars - old.scalars
    newlines += new.newlines - old.newlines
    words += new.words - old.words
    startsInWord = edges.startsInWord
    endsInWord = edges.endsInWord
  }
}

/// Whether the scalar that begins with `lead` is white space. Takes its other bytes from `rest`.
private func isWhitespace(
  _ lead: UInt8, _ rest: inout some IteratorProtocol<UInt8>
) -> Bool {
  if lead < 0x80 { return lead == 0x20 || (0x09...0x0D).contains(lead) }
  // The lead byte has as many leading ones as the scalar has bytes, then the scalar's first bits.
  let length = (~lead).leadingZeroBitCount
  var value = UInt32(lead) & (0x7F >> UInt32(length))
  for _ in 1..<max(length, 2) {
    value = value << 6 | UInt32((rest.next() ?? 0) & 0x3F)
  }
  return Unicode.Scalar(value)?.properties.isWhitespace ?? false
}
