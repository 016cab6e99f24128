import PlayheadValues

/// How a path that is being typed may go on.
struct PathCompletion {
  /// The whole paths that begin with what was typed, in the value's order.
  let words: [String]

  /// More than a person reads.
  static let limit = 500

  init(of typed: String, in value: Value) {
    self.init(of: typed) { value.value(at: $0)?.components ?? [] }
  }

  /// The same where `components` tells what the parts at a path are called, and only that is looked into.
  init(of typed: String, components: (StatePath) throws -> [StatePath.Component]) rethrows {
    for parent in Self.parents(of: typed) {
      let parts = try components(parent).prefix(Self.limit)
      guard !parts.isEmpty else { continue }
      words = parts.map { parent.appending($0).description }.filter { $0.hasPrefix(typed) }
      return
    }
    words = []
  }

  /// What may be written before the part that is being typed: everything up to a dot or a bracket, the
  /// last of them first, as a key may have such signs in it.
  private static func parents(of typed: String) -> [StatePath] {
    let places = typed.indices.filter { typed[$0] == "." || typed[$0] == "[" }.reversed()
    return places.compactMap { place in
      let parent = String(typed[..<place])
      return parent.isEmpty ? nil : try? StatePath(parent)
    } + [StatePath()]
  }
}
