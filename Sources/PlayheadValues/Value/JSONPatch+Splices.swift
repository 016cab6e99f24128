/// Changes of long texts as splices, which have only the part of the text that changed.
extension JSONPatch {
  /// The same changes for a page, without old values. A text of over 32 bytes has a `splice`, which replaces
  /// `count` UTF-16 units from `at` on by `value`.
  package var splices: Value {
    .list(
      operations.map { operation in
        guard case .record(let members) = operation else { return operation }
        guard let splice = Splice(operation, over: 32) else {
          return .record(members.filter { $0.name != "old" })
        }
        let count = Value.int(Int64(splice.old.utf16.count))
        return splice.operation(at: splice.before.utf16.count, .init("count", count))
      })
  }

  /// The same changes for an export, where few texts should be cut. A text of over 1,000 bytes has a
  /// `splice`, which replaces `old` by `value`. `at` is the number of Unicode code points before it.
  package var withSplices: Value {
    .list(
      operations.map { operation in
        guard let splice = Splice(operation, over: 1_000) else { return operation }
        let old = Value.string(String(splice.old))
        return splice.operation(at: splice.before.unicodeScalars.count, .init("old", old))
      })
  }
}

/// A part of a text that another one replaces.
private struct Splice {
  private let path: Value
  let before: Substring
  let old: Substring
  private let new: Substring

  /// Nil if `operation` does not replace a text by another one, both longer than `limit` bytes.
  init?(_ operation: Value, over limit: Int) {
    guard case .string(let old)? = operation["old"], case .string(let new)? = operation["value"],
      let path = operation["path"], old.utf8.count > limit, new.utf8.count > limit
    else { return nil }
    let agreement = TextAgreement(of: old, and: new)
    let was = TextParts(old, agreement)
    self.path = path
    (before, self.old) = (was.before, was.middle)
    self.new = TextParts(new, agreement).middle
  }

  func operation(at place: Int, _ removed: Value.Field) -> Value {
    .record([
      .init("op", "splice"), .init("path", path), .init("at", .int(Int64(place))), removed,
      .init("value", .string(String(new))),
    ])
  }
}
