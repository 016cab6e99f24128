/// The change between two versions of a long text, with some of the common text around it.
struct TextChange {
  private let old: TextParts
  private let new: TextParts
  private let options: PrintOptions

  init(from old: String, to new: String, options: PrintOptions) {
    let agreement = TextAgreement(of: old, and: new)
    (self.old, self.new) = (TextParts(old, agreement), TextParts(new, agreement))
    self.options = options
  }

  /// `"…quick brown «fox» jumps over…" at 52,101`: the changed part of the old text in `«»`, some text around
  /// it, and its place in Unicode scalars.
  var oldText: String { text(of: old) }
  /// The same for the new text.
  var newText: String { text(of: new) }

  private func text(of side: TextParts) -> String {
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
}
