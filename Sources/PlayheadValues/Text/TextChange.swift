/// The change between two versions of a text: their own parts, between a common start and a common end. All parts
/// begin and end between Unicode scalars.
struct TextChange {
  let before: Substring
  let old: Substring
  let new: Substring
  let after: Substring

  init(from old: String, to new: String) {
    var (old, new) = (old, new)
    let (prefix, suffix) = old.withUTF8 { old in new.withUTF8 { Self.commonEnds(old, $0) } }
    func middle(of text: String) -> Range<String.Index> {
      let start = text.utf8.index(text.startIndex, offsetBy: prefix)
      return start..<text.utf8.index(text.endIndex, offsetBy: -suffix)
    }
    let range = middle(of: old)
    (before, after) = (old[..<range.lowerBound], old[range.upperBound...])
    (self.old, self.new) = (old[range], new[middle(of: new)])
  }

  private static func commonEnds(
    _ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int) {
    let limit = min(old.count, new.count)
    var start = 0
    while start < limit, old[start] == new[start] { start += 1 }
    // Back to the start of a scalar that only began the same.
    while start > 0, isInsideScalar(old, start) || isInsideScalar(new, start) { start -= 1 }
    var end = 0
    while end < limit - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    while end > 0, isInsideScalar(old, old.count - end) { end -= 1 }
    return (start, end)
  }

  private static func isInsideScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place < bytes.count && bytes[place] & 0b1100_0000 == 0b1000_0000
  }

  /// `"…quick brown «fox» jumps over…" at 52,101`: the `old` or the `new` part in `«»`, some text around it, and
  /// its place in Unicode scalars.
  func text(of part: Substring, options: PrintOptions) -> String {
    let (start, end) = (before.suffix(options.context), after.prefix(options.context))
    let opening = (start.startIndex > before.startIndex ? "…" : "") + start.escaped
    let closing = end.escaped + (end.endIndex < after.endIndex ? "…" : "")
    let shown = part.prefix(options.textLimit)
    let rest = part[shown.endIndex...].count
    let middle = shown.escaped + (rest > 0 ? "… \(rest.grouped) more" : "")
    return "\"\(opening)«\(middle)»\(closing)\" at \(before.unicodeScalars.count.grouped)"
  }
}
