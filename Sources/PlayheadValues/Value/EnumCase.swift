/// A record that looks like an enumeration's case as Swift encodes it: one field, named for the case, with a
/// record of the associated values.
///
/// A struct with a struct as its only field looks and prints the same: `.document(text: "")`, unless that
/// field certainly holds a case: `(status: .idle)`.
struct EnumCase {
  let name: String
  let payload: [Value.Field]

  /// `.loading`, before the associated values.
  var opening: String { Self.opening(of: name) }

  /// `.loading`, for the case with this name.
  static func opening(of name: String) -> String { "." + name.asLabel }

  /// `progress: `; empty for a value without a label.
  static func label(of name: String) -> String {
    isUnlabeled(name) ? "" : name.asLabel + ": "
  }

  /// Swift encodes associated values without a label as `_0`, `_1` …
  static func isUnlabeled(_ name: String) -> Bool {
    name.utf8.count > 1 && name.utf8.first == UInt8(ascii: "_")
      && name.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  init?(_ fields: [Value.Field]) {
    guard let only = fields.first, fields.count == 1, case .record(let payload) = only.value else {
      return nil
    }
    guard !only.isUnlabeled, !payload.isSurelyCase else { return nil }
    (name, self.payload) = (only.name, payload)
  }
}

extension Value {
  /// The value as an enumeration's case; `nil` if it does not look like one.
  var enumCase: EnumCase? {
    guard case .record(let fields) = self else { return nil }
    return EnumCase(fields)
  }
}

extension Value.Field {
  fileprivate var isUnlabeled: Bool { EnumCase.isUnlabeled(name) }
}

extension [Value.Field] {
  /// One field with a record unlikely in a struct: an empty one, or associated values without labels.
  fileprivate var isSurelyCase: Bool {
    guard let only = first, count == 1, !only.isUnlabeled, case .record(let payload) = only.value
    else { return false }
    return payload.isEmpty || payload.contains(where: \.isUnlabeled)
  }
}
