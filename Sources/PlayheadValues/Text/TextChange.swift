/// Two versions of a long text, as what changed between what they have in common.
struct TextChange {
  private let old: Side
  private let new: Side
  private let options: PrintOptions

  init(from old: String, to new: String, options: PrintOptions) {
    let (a, b) = (Array(old.utf8), Array(new.utf8))
    let prefix = Self.commonPrefix(a, b)
    let suffix = Self.commonSuffix(a, b, atMost: min(a.count, b.count) - prefix)
    self.old = Side(old, prefix: prefix, suffix: suffix)
    self.new = Side(new, prefix: prefix, suffix: suffix)
    self.options = options
  }

  /// `"…quick brown «fox» jumps over…" at 52,101`: the changed part of the old text between `«»`, some text around
  /// it, and its place in Unicode scalars.
  var oldText: String { text(of: old) }
  /// The same for the new text.
  var newText: String { text(of: new) }

  private func text(of side: Side) -> String {
    let before = side.before.suffix(options.context)
    let after = side.after.prefix(options.context)
    let start = before.startIndex > side.before.startIndex ? "…" : ""
    let end = after.endIndex < side.after.endIndex ? "…" : ""
    let place = side.before.unicodeScalars.count.grouped
    return
      "\"\(start)\(before.escaped)«\(folded(side.middle))»\(after.escaped)\(end)\" at \(place)"
  }

  private func folded(_ middle: Substring) -> String {
    let shown = middle.prefix(options.textLimit)
    let rest = middle[shown.endIndex...].count
    return shown.escaped + (rest > 0 ? "… \(rest.grouped) more" : "")
  }

  private static func commonPrefix(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var length = 0
    while length < min(a.count, b.count), a[length] == b[length] { length += 1 }
    // Back to the start of a scalar that only began alike.
    while length > 0, a.isInsideScalar(length) || b.isInsideScalar(length) { length -= 1 }
    return length
  }

  private static func commonSuffix(_ a: [UInt8], _ b: [UInt8], atMost limit: Int) -> Int {
    var length = 0
    while length < limit, a[a.count - 1 - length] == b[b.count - 1 - length] { length += 1 }
    while length > 0, a.isInsideScalar(a.count - length) { length -= 1 }
    return length
  }
}

/// One version of the text, in three parts.
private struct Side {
  let before: Substring
  let middle: Substring
  let after: Substring

  /// Lengths are in bytes, and end between scalars.
  init(_ text: String, prefix: Int, suffix: Int) {
    let start = text.utf8.index(text.startIndex, offsetBy: prefix)
    let end = text.utf8.index(text.endIndex, offsetBy: -suffix)
    before = text[..<start]
    middle = text[start..<end]
    after = text[end...]
  }
}

extension [UInt8] {
  /// Whether the byte at `place` continues a scalar that began before it.
  fileprivate func isInsideScalar(_ place: Int) -> Bool {
    place < count && self[place] & 0b1100_0000 == 0b1000_0000
  }
}
