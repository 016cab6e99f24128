extension TypeSchema {
  /// The fields as a parameter list, `(quantity: Int, transaction: Int?)`; `…` stands for what cannot
  /// be told.
  package var fieldText: String {
    let rest = obstacle == nil ? [] : ["…"]
    switch form {
    case .record(let fields):
      return list(fields.map { "\($0.name): \($0.type.label)" } + rest)
    case .tuple(let elements):
      return list(elements.map(\.label) + rest)
    case .cases(let names):
      return list([names.joined(separator: " | ")])
    case .any where obstacle != nil:
      return list(rest)
    case .scalar, .list, .set, .dictionary, .optional, .recursive, .any:
      return list([label] + rest)
    }
  }

  /// The name, or, without one, what stands for it: the fields.
  package var label: String {
    guard name.isEmpty else { return name }
    switch form {
    case .optional(let part): return part.label + "?"
    case .record, .tuple: return fieldText
    case .scalar, .list, .set, .dictionary, .cases, .recursive, .any: return "…"
    }
  }

  /// The same, or nil.
  package var madeOptional: TypeSchema {
    if case .optional = form { return self }
    return TypeSchema(name.isEmpty ? "" : name + "?", .optional(self))
  }

  private func list(_ parts: [String]) -> String { "(\(parts.joined(separator: ", ")))" }

  /// The named parts of a record; none of anything else.
  package var fields: [Field] {
    if case .record(let fields) = form { fields } else { [] }
  }
}
