/// Breaks text into lines.
package enum Wrapping {
  /// `text` in lines of at most `width` characters, broken at spaces; a longer word keeps a line to
  /// itself.
  package static func lines(of text: String, width: Int) -> [String] {
    lines(of: text.split(separator: " ").map(String.init), width: width, indent: 0)
  }

  /// `words` in lines of at most `width` characters, all but the first after `indent` spaces.
  package static func lines(of words: [String], width: Int, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for word in words {
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append((lines.isEmpty ? "" : margin) + word)
      }
    }
    return lines
  }
}
