import PlayheadCoding

/// A record that can only be an enumeration's case as Swift encodes it: one field, named for the case, with an
/// empty record, `.idle`, or with one that has a value without a label, `.loading(0.5)`.
///
/// A case whose values all have labels looks like a struct with a struct as its only field. Both print as
/// records: `(document: (text: ""))`.
struct EnumCase {
  let name: String
  let payload: [Value.Field]

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
    guard !only.isUnlabeled, payload.isEmpty || payload.contains(where: \.isUnlabeled) else {
      return nil
    }
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

extension Value {
  /// The associated values of the innermost of the `cases`, each of which is the only value, without a label, of the
  /// one before it. The value itself if it is no such case.
  package func associated(with cases: [String]) -> Value {
    var value = self
    for name in cases.map({ [$0] }).joined(separator: ["_0"]) {
      guard case .record(let fields) = value, fields.count == 1, fields[0].name == name else {
        return self
      }
      value = fields[0].value
    }
    // An own encoding may have the case's name and anything after it.
    return value.kind == .record ? value : self
  }

  /// The enum's value whose innermost of the `cases` has this value.
  package func enclosed(in cases: [String]) -> Value {
    cases.indices.reversed().reduce(self) { value, place in
      let values =
        place == cases.count - 1 && value.kind == .record
        ? value : .record([Value.Field("_0", value)])
      return .record([Value.Field(cases[place], values)])
    }
  }
}

extension Value.Field {
  fileprivate var isUnlabeled: Bool { EnumCase.isUnlabeled(name) }
}
