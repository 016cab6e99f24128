extension JSONPatch {
  /// Shorter texts are replaced as a whole.
  private static let longText = 32

  /// The same changes without old values. A change of a long text is a `splice`, which replaces `count`
  /// UTF-16 units from `at` on by `value`.
  package var splices: Value { .list(operations.map(Self.splice)) }

  private static func splice(_ operation: Value) -> Value {
    guard case .record(let members) = operation else { return operation }
    guard case .string(let old)? = operation["old"], case .string(let new)? = operation["value"],
      let path = operation["path"], old.utf8.count > longText, new.utf8.count > longText
    else { return .record(members.filter { $0.name != "old" }) }
    let agreement = TextAgreement(of: old, and: new)
    let (was, becomes) = (TextParts(old, agreement), TextParts(new, agreement))
    return [
      "op": "splice", "path": path, "at": .int(Int64(was.before.utf16.count)),
      "count": .int(Int64(was.middle.utf16.count)), "value": .string(String(becomes.middle)),
    ]
  }
}
