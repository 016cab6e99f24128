/// A record that looks like an enumeration's case as Swift encodes it: one field, named for the
/// case, that holds a record of the associated values.
///
/// A struct whose only field is a struct looks the same, and prints the same: `.document(text: "")`.
struct EnumCase {
  let name: String
  let payload: [Value.Field]

  /// `.loading`, before the associated values.
  var opening: String { "." + name.asLabel }

  /// `progress: `, or nothing for a value without a label, which Swift encodes as `_0`, `_1` ….
  static func label(of field: Value.Field) -> String {
    let isUnlabelled = field.name.first == "_" && Int(field.name.dropFirst()) != nil
    return isUnlabelled ? "" : field.name.asLabel + ": "
  }
}

extension Value {
  /// This as an enumeration's case; `nil` if it does not look like one.
  var enumCase: EnumCase? {
    guard case .record(let fields) = self, fields.count == 1,
      case .record(let payload) = fields[0].value
    else { return nil }
    return EnumCase(name: fields[0].name, payload: payload)
  }
}
