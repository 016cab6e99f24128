import PlayheadCoding

/// Fields of a value, and fields of those.
package struct FieldSelection {
  /// The fields by name; empty for all.
  private var fields: [String: FieldSelection] = [:]

  private init() {}

  /// The fields at these paths; all if there are none. The paths name fields only.
  package init(_ paths: [StatePath]) {
    for path in paths { insert(path.components[...]) }
  }

  private mutating func insert(_ components: ArraySlice<StatePath.Component>) {
    guard case .field(let name)? = components.first else { return }
    // A field that is selected as a whole stays so.
    if let known = fields[name], known.fields.isEmpty { return }
    if components.count == 1 { fields[name] = FieldSelection() }
    fields[name, default: FieldSelection()].insert(components.dropFirst())
  }

  /// The value with these fields alone.
  package func part(of value: Value) -> Value {
    guard !fields.isEmpty, case .record(let all) = value else { return value }
    return .record(
      all.compactMap { field in
        fields[field.name].map { Value.Field(field.name, $0.part(of: field.value)) }
      })
  }

  /// The same of a part that is not encoded yet.
  func part(of part: Part, by comparison: PartComparison) throws -> Part {
    guard !fields.isEmpty else { return part }
    switch try comparison.core(of: part).content {
    case .value(let value): return .value(self.part(of: value))
    case .record(let record):
      let selected = record.names.indices.filter { fields[record.names[$0]] != nil }
      return .fields(
        RecordParts(
          names: selected.map { record.names[$0] },
          parts: try selected.map { place in
            let part = record.parts[place]
            return try fields[record.names[place]]?.part(of: part, by: comparison) ?? part
          }))
    default: return part
    }
  }
}
