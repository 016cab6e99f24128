import PlayheadFlux

/// A text that is cheap to edit and to keep: a value type over a balanced tree of small pieces of UTF-8.
///
/// Positions and counts are Unicode scalars. An edit costs O(log n), even right after the text was copied,
/// because copies share every unchanged piece. So a debugger can keep thousands of past texts for little more
/// than their differences.
///
/// A position or count outside the text never traps. The nearest one counts.
package struct TextBuffer: Sendable {
  private(set) var root: TextNode

  /// An empty text.
  package init() {
    root = .empty
  }

  /// A text with the given content. Costs O(n).
  package init(_ string: String) {
    root = TextNode(string.utf8)
  }

  /// Counts of the whole text: scalars, lines, words. Costs O(1).
  package var measure: TextMeasure { root.measure }

  /// The number of Unicode scalars. Costs O(1).
  package var scalarCount: Int { root.measure.scalars }

  /// The whole text. Costs O(n).
  package var string: String { root.string }

  /// The part of the text in a range of scalars, as far as it exists. Costs O(log n + length).
  package func string(in range: Range<Int>) -> String {
    root.string(in: range.clamped(to: 0..<scalarCount))
  }

  /// The nearest range that lies within the text.
  package func clamp(at position: Int, count: Int) -> Range<Int> {
    let start = min(max(position, 0), scalarCount)
    return start..<start + min(max(count, 0), scalarCount - start)
  }

  /// Replaces `count` scalars from `position` on, and returns the old ones.
  @discardableResult
  package mutating func replace(at position: Int, count: Int, with text: String) -> String {
    let range = clamp(at: position, count: count)
    let removed = range.isEmpty ? "" : root.string(in: range)
    if !root.replaceWithinLeaf(range, with: text.utf8) {
      root = .join(
        .join(root.slice(0..<range.lowerBound), TextNode(text.utf8)),
        root.slice(range.upperBound..<scalarCount))
    }
    return removed
  }

  /// The line of a position, counted from 0. Lines end with U+000A. Costs O(log n).
  package func line(at position: Int) -> Int {
    root.newlines(before: min(max(position, 0), scalarCount))
  }

  /// The range of a line's scalars, without its newline. Lines are counted from 0. Costs O(log n).
  package func range(ofLine line: Int) -> Range<Int> {
    let line = min(max(line, 0), measure.newlines)
    let start = line == 0 ? 0 : root.end(ofNewline: line)
    let end = line == measure.newlines ? scalarCount : root.end(ofNewline: line + 1) - 1
    return start..<end
  }
}

extension TextBuffer: Equatable {
  /// Equal texts have the same scalars. Unlike two `String`s, canonically equivalent texts differ.
  package static func == (one: TextBuffer, other: TextBuffer) -> Bool {
    one.measure == other.measure && one.string.utf8.elementsEqual(other.string.utf8)
  }
}

extension TextBuffer: Codable {
  /// Reads the text from one string.
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text as one string, so that logs and diffs do not depend on the tree inside.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}

// Lets a debugger follow a long text cheaply.
extension TextBuffer {
  /// Whether both are the same text. Costs O(log n) if one came from the other by an edit.
  package func hasSameText(as other: TextBuffer) -> Bool { root.hasSameText(as: other.root) }

  /// The size in bytes. Costs O(1).
  package var byteCount: Int { measure.bytes }
}
