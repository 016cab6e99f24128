extension TrackedLookup {
  /// What the parts of the value at `path` are called, the first `limit` of them, in the value's order; none
  /// where nothing is, or a scalar. Of a dictionary the keys are encoded, and nothing else of anything.
  package func components(
    at path: StatePath, in value: TrackedValue, atMost limit: Int
  ) throws -> [StatePath.Component] {
    try comparison.explaining(value.part, value.part) {
      guard let part = try part(at: path, in: value.part) else { return [] }
      return try components(of: comparison.core(of: part), atMost: limit)
    }
  }

  private func components(of core: PartCore, atMost limit: Int) throws -> [StatePath.Component] {
    switch (core.content, core.kept) {
    case (.value(let value), _): return Array(value.components.prefix(limit))
    case (.record(let record), _): return record.names.prefix(limit).map { .field($0) }
    case (.list(let parts), _): return parts.indices.prefix(limit).map { .index($0) }
    case (.array(let access), let kept?):
      return (0..<min(access.count(kept), limit)).map { .index($0) }
    case (.unordered(let access), let kept?) where access.kind == .set:
      return (0..<min(access.count(kept), limit)).map { .index($0) }
    case (.unordered(let access), let kept?):
      let keys = try access.keys(kept, comparison.encoder)
      return KeyTable(keys).keys.prefix(limit).map { .key($0) }
    default: return []
    }
  }
}

extension Value {
  /// What the value's parts are called in a path.
  package var components: [StatePath.Component] {
    switch self {
    case .record(let fields): fields.map { .field($0.name) }
    case .dictionary(let entries): entries.map { .key($0.key) }
    case .list(let elements), .set(let elements): elements.indices.map { .index($0) }
    default: []
    }
  }
}
