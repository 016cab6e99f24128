/// A record that can only be an enumeration's case as Swift encodes it: one field, named for the case, with an
/// empty record, `.idle`, or with one that has a value without a label, `.loading(0.5)`.
///
/// A case whose values all have labels looks like a struct with a struct as its only field. Both print as
/// records: `(document: (text: ""))`.
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
  /// The associated values, if this is the case after which an action's type is named, as in
  /// `Shop.CartAction.add`; otherwise the value itself.
  package func associated(inType name: String) -> Value {
    guard case .record(let fields) = self, let only = fields.first, fields.count == 1,
      case .record = only.value, only.name.isCase(inType: name)
    else { return self }
    return only.value
  }
}

extension String {
  /// Whether the type of an action is named after this case, behind the module and the enum.
  package func isCase(inType name: String) -> Bool {
    name.hasSuffix(".\(self)") && name.dropLast(count + 1).contains(".")
  }
}

extension Value.Field {
  fileprivate var isUnlabeled: Bool { EnumCase.isUnlabeled(name) }
}
