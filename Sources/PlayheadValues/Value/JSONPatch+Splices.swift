/// Changes of long texts as splices, which have only the part of the text that changed.
extension JSONPatch {
  /// The same changes for a page, without old values. A text of over 32 bytes has a `splice`, which replaces
  /// `count` UTF-16 units from `at` on by `value`.
  package var splices: Value {
    .list(
      operations.map { operation in
        guard case .record(let members) = operation else { return operation }
        guard let change = operation.changeOfText(over: 32) else {
          return .record(members.filter { $0.name != "old" })
        }
        let count = Value.int(Int64(change.old.utf16.count))
        return operation.splice(
          of: change, at: change.before.utf16.count, removing: .init("count", count))
      })
  }

  /// The same changes for an export, where few texts should be cut. A text of over 1,000 bytes has a
  /// `splice`, which replaces `old` by `value`. `at` is the number of Unicode code points before it.
  package var withSplices: Value {
    .list(
      operations.map { operation in
        guard let change = operation.changeOfText(over: 1_000) else { return operation }
        let old = Value.string(String(change.old))
        return operation.splice(
          of: change, at: change.before.unicodeScalars.count, removing: .init("old", old))
      })
  }
}

extension Value {
  /// The change of an operation that replaces a text by another one, both longer than `limit` bytes.
  fileprivate func changeOfText(over limit: Int) -> TextChange? {
    guard case .string(let old)? = self["old"], case .string(let new)? = self["value"],
      old.utf8.count > limit, new.utf8.count > limit
    else { return nil }
    return TextChange(from: old, to: new)
  }

  fileprivate func splice(of change: TextChange, at place: Int, removing removed: Field) -> Value {
    .record([
      .init("op", "splice"), .init("path", self["path"] ?? .null), .init("at", .int(Int64(place))),
      removed, .init("value", .string(String(change.new))),
    ])
  }
}
