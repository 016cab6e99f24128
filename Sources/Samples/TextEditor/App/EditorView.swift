import SampleSupport

/// The document as a page of plain text: the lines around the caret, and a line about the whole document.
struct EditorView: CustomStringConvertible {
  var text: TextBuffer
  var caret: Caret
  var statistics: Statistics

  /// The lines shown before and after the caret's: eleven in all, which leaves half of the smallest common
  /// terminal (24 lines) for commands.
  private static let context = 5

  /// The scalars shown per line: an 80-column terminal has this many beside the number.
  private static let width = 72

  /// U+2038 CARET, which is on no keyboard.
  private static let mark = "‸"

  var description: String {
    let last = text.measure.newlines
    let shown = max(caretLine - EditorView.context, 0)...min(caretLine + EditorView.context, last)
    var page = shown.map(line)
    if shown.lowerBound > 0 { page.insert("… \(lines(shown.lowerBound)) above", at: 0) }
    if shown.upperBound < last { page.append("… \(lines(last - shown.upperBound)) below") }
    return (page + [summary]).joined(separator: "\n")
  }

  private var caretLine: Int { text.line(at: caret.head) }

  private func line(_ number: Int) -> String {
    let label = String(number + 1)
    let margin = String(repeating: " ", count: max(5 - label.count, 0)) + label + "  "
    return margin + content(of: text.range(ofLine: number), hasCaret: number == caretLine)
  }

  /// A line, cut to the width around the caret or at its end.
  private func content(of line: Range<Int>, hasCaret: Bool) -> String {
    guard hasCaret else { return cut(line.lowerBound, line) + ellipsis(after: line) }
    let start = max(caret.head - EditorView.width / 2, line.lowerBound)
    let end = min(start + EditorView.width, line.upperBound)
    return (start > line.lowerBound ? "…" : "")
      + text.string(in: start..<caret.head).printable + EditorView.mark
      + text.string(in: caret.head..<end).printable + (end < line.upperBound ? "…" : "")
  }

  private func cut(_ start: Int, _ line: Range<Int>) -> String {
    text.string(in: start..<min(start + EditorView.width, line.upperBound)).printable
  }

  private func ellipsis(after line: Range<Int>) -> String {
    line.count > EditorView.width ? "…" : ""
  }

  private var summary: String {
    let column = caret.head - text.range(ofLine: caretLine).lowerBound + 1
    let selected = caret.selection.isEmpty ? "" : ", \(caret.selection.count) selected"
    return "[\(lines(statistics.lines)), \(plural(statistics.words, "word")), "
      + "\(plural(statistics.scalars, "character")) · caret at \(caret.head), "
      + "line \(caretLine + 1), column \(column)\(selected)]"
  }

  private func lines(_ count: Int) -> String { plural(count, "line") }

  private func plural(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
