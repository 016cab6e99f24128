import PlayheadCoding

extension PartComparison {
  /// Two dictionaries or sets of one type.
  func unordereds(
    _ old: Snapshot, _ new: Snapshot, _ type: any UnorderedType.Type,
    _ whole: (old: Part, new: Part)
  ) throws -> Difference<Part> {
    var found = try type.differences(old, new, encoder)
    var changed: [(key: Value, inner: Difference<Part>)] = []
    for (key, oldPart, newPart) in found.changed {
      let inner = try difference(oldPart, newPart)
      if case .same = inner { continue }
      changed.append((key, inner))
    }
    found.changed = []
    guard !changed.isEmpty || !found.isEmpty else { return .same }
    let tables = try keyTables(old, new, type, found)
    guard !tables.old.repeats, !tables.new.repeats else {
      let isSame = try value(of: whole.old) == value(of: whole.new)
      return isSame ? .same : .replaced(old: whole.old, new: whole.new)
    }
    func place(_ key: Value, in table: KeyTable) -> PartPosition {
      let number = table.place(of: key)
      return PartPosition(number: number, component: type.kind == .set ? .index(number) : .key(key))
    }
    var steps: [Difference<Part>.Step] = []
    for (key, inner) in changed { steps.append(.changed(place(key, in: tables.new), inner)) }
    for (key, part) in found.removed { steps.append(.removed(place(key, in: tables.old), part)) }
    for (key, part) in found.added { steps.append(.added(place(key, in: tables.new), part)) }
    return StepList(unordered: steps, oldCount: tables.old.keys.count)
      .inside(container(type.kind, tables, whole))
  }

  private func container(
    _ kind: ContainerKind, _ tables: (old: KeyTable, new: KeyTable), _ whole: (old: Part, new: Part)
  ) -> Difference<Part>.Container {
    guard kind == .dictionary else { return .init(kind: kind, isJSONArray: true) }
    let (old, new) = (!tables.old.areTexts, !tables.new.areTexts)
    return .init(
      kind: kind, isJSONArray: new,
      whole: old == new ? nil : .init(old: whole.old, new: whole.new))
  }

  /// The sorted keys of both. The new one's are the old one's, without the removed and with the added ones.
  private func keyTables(
    _ old: Snapshot, _ new: Snapshot, _ type: any UnorderedType.Type, _ found: UnorderedDifferences
  ) throws -> (old: KeyTable, new: KeyTable) {
    let table = KeyTable(try type.keys(old, encoder))
    guard !table.repeats, !found.isEmpty else { return (table, table) }
    let removed = Set(found.removed.map(\.key))
    // Sorting is fast for keys that are nearly in order.
    let keys = table.keys.filter { !removed.contains($0) } + found.added.map(\.key)
    return (table, KeyTable(keys))
  }
}

extension StepList where Part == PlayheadValues.Part {
  /// The changes of a dictionary or a set, in the order of the places: removed entries come before added
  /// ones, and those before unchanged entries.
  fileprivate init(unordered steps: [Difference<Part>.Step], oldCount: Int) {
    self.init()
    // Each change, with the number of unchanged entries before it.
    var placed = steps.map { (step: $0, number: $0.number, rank: $0.rank, stayed: 0) }
    placed.sort { $0.number < $1.number }
    var (removed, added) = (0, 0)
    for index in placed.indices {
      let isOld = placed[index].rank == 0
      placed[index].stayed = placed[index].number - (isOld ? removed : added)
      if isOld { removed += 1 } else if placed[index].rank == 1 { added += 1 }
    }
    placed.sort { ($0.stayed, $0.rank, $0.number) < ($1.stayed, $1.rank, $1.number) }
    var stayed = 0
    for change in placed {
      append(.same(change.stayed - stayed))
      append(change.step)
      stayed = change.stayed + (change.rank == 2 ? 1 : 0)
    }
    append(.same(oldCount - removed - stayed))
  }
}

extension Difference.Step {
  fileprivate var number: Int {
    switch self {
    case .same: 0
    case .removed(let place, _), .added(let place, _), .changed(let place, _): place.number
    }
  }

  fileprivate var rank: Int {
    switch self {
    case .removed: 0
    case .added: 1
    case .changed, .same: 2
    }
  }
}

/// A dictionary's keys, or a set's elements, in canonical order.
struct KeyTable {
  let keys: [Value]

  init(_ keys: [Value]) { self.keys = keys.sorted { $0.isBefore($1) } }

  /// Whether two of them encode alike: such a key does not identify a place.
  var repeats: Bool { zip(keys, keys.dropFirst()).contains { $0 == $1 } }

  /// Whether a dictionary with these keys is an object in JSON.
  var areTexts: Bool { keys.allSatisfy { $0.kind == .string } }

  /// The number of keys before `key`.
  func place(of key: Value) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].isBefore(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
