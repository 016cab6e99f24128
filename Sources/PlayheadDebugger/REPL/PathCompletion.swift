import PlayheadCoding

/// How a path that is being typed may go on in a value.
struct PathCompletion {
  /// The whole paths that begin with what was typed, in the value's order.
  let words: [String]

  /// More than a person reads.
  private static let limit = 500

  init(of typed: String, in value: Value) {
    let children = Self.parents(of: typed).lazy.compactMap { Self.children(of: $0, in: value) }
    let parts = children.first ?? []
    words = Array(parts.lazy.filter { $0.hasPrefix(typed) }.prefix(Self.limit))
  }

  /// What may be written before the part that is being typed: everything up to a dot or a bracket, the
  /// last of them first, as a key may have such signs in it.
  private static func parents(of typed: String) -> [Path] {
    let places = typed.indices.filter { typed[$0] == "." || typed[$0] == "[" }.reversed()
    return places.compactMap { place in
      let parent = String(typed[..<place])
      return parent.isEmpty ? nil : try? Path(parent)
    } + [Path()]
  }

  private static func children(of parent: Path, in value: Value) -> [String]? {
    guard let container = value.value(at: parent) else { return nil }
    let parts = container.components.lazy.prefix(Self.limit).map {
      parent.appending($0).description
    }
    return parts.isEmpty ? nil : Array(parts)
  }
}

extension Value {
  /// What the value's parts are called in a path.
  fileprivate var components: [Path.Component] {
    switch self {
    case .record(let fields): fields.map { .field($0.name) }
    case .dictionary(let entries): entries.map { .key($0.key) }
    case .list(let elements), .set(let elements): elements.indices.map { .index($0) }
    default: []
    }
  }
}
