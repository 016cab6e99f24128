import FluxTesting
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `A comparison along a path` {
  @Test(arguments: 0..<(Soak.isOn ? 24 : 6) as Range<UInt64>)
  func `PathComparison finds the full diff's changes that are above, at or below its path`(
    seed: UInt64
  ) throws {
    var source = Seeded(seed)
    var state = World.random(&source)
    for step in 0..<20 {
      let old = state
      for _ in 0...source.count(to: 2) { state.mutate(&source) }
      let (tree, other) = (try encoded(old), try encoded(state))
      let changed = Set(Diff(from: tree, to: other).changes.map(\.path))
      for path in [StatePath()] + fields(of: tree) + fields(of: other) {
        let comparison = PathComparison(path)
        let found = comparison.changes(
          from: try comparison.part(of: old), to: try comparison.part(of: state))
        let expected = changed.filter {
          $0.components.starts(with: path.components) || path.components.starts(with: $0.components)
        }
        #expect(found.error == nil)
        try #require(found.changes.paths == expected, "seed \(seed), step \(step): \(path)")
      }
    }
  }

  /// The paths of a record's fields and of their fields.
  private func fields(of value: Value) -> [StatePath] {
    guard case .record(let fields) = value else { return [] }
    return fields.flatMap { field -> [StatePath] in
      let path = StatePath([.field(field.name)])
      guard case .record(let inner) = field.value else { return [path] }
      return [path] + inner.map { path.appending(.field($0.name)) }
    }
  }

  @Test(arguments: 0..<(Soak.isOn ? 24 : 6) as Range<UInt64>)
  func `PathComparison finds the full diff's changes in a list that shifts by one element`(
    seed: UInt64
  ) throws {
    var source = Seeded(seed)
    // Few different elements, so that some lists can be read in two ways; none lies where its like does.
    let kinds = source.count(to: 3) + 1
    func element() -> String { "element of the list \(source.count(to: kinds))" }
    var list = (0..<source.count(to: 12) + 1).map { _ in element() }
    let comparison = PathComparison(StatePath())
    for step in 0..<30 {
      let old = list
      if source.chance(50) {
        list.removeFirst()
        list.append(element())
      } else {
        list.removeLast()
        list.insert(element(), at: 0)
      }
      let expected = Diff(from: try encoded(old), to: try encoded(list)).changes.map(\.path)
      let found = comparison.changes(
        from: try comparison.part(of: old), to: try comparison.part(of: list))
      try #require(found.changes.paths == Set(expected), "seed \(seed), step \(step)")
    }
  }

  private func encoded(_ value: some Encodable) throws -> Value {
    try CanonicalEncoder().tree(of: value)
  }
}

extension ChangeTree {
  /// The paths of all changes.
  var paths: Set<StatePath> {
    var paths: Set<StatePath> = []
    collect(StatePath(), &paths)
    return paths
  }

  private func collect(_ path: StatePath, _ paths: inout Set<StatePath>) {
    switch self {
    case .same: break
    case .replaced: paths.insert(path)
    case .elements(let elements):
      for place in elements.removed + elements.added { paths.insert(path.appending(.index(place))) }
      for (place, inner) in elements.changed {
        inner.collect(path.appending(.index(place)), &paths)
      }
    case .fields(let fields):
      for (component, field) in fields {
        let place = path.appending(component)
        if case .changed(let inner) = field {
          inner.collect(place, &paths)
        } else {
          paths.insert(place)
        }
      }
    }
  }
}
