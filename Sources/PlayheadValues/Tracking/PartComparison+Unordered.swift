import PlayheadCoding

extension PartComparison {
  func unordereds(
    _ old: Snapshot, _ new: Snapshot, _ type: any UnorderedType.Type,
    _ whole: (old: Part, new: Part)
  ) throws -> Difference<Part> {
    let found = try type.differences(old, new, encoder)
    var changed: [(key: Value, content: Difference<Part>)] = []
    for (key, oldPart, newPart) in found.changed {
      let inner = try difference(oldPart, newPart)
      if case .same = inner { continue }
      changed.append((key, inner))
    }
    guard !changed.isEmpty || !found.removed.isEmpty || !found.added.isEmpty else { return .same }
    guard let tables = try keyTables(old, new, type, found) else {
      // Different keys encode alike, so a key does not identify an entry: compare the encoded values.
      return try difference(value(of: whole.old), value(of: whole.new))
    }
    func placed<Content>(
      _ entries: [(key: Value, content: Content)], in table: KeyTable
    ) -> ArraySlice<(place: PartPosition, content: Content)> {
      entries.map { key, content in
        let number = table.place(of: key)
        let component: StatePath.Component = type.kind == .set ? .index(number) : .key(key)
        return (PartPosition(number: number, component: component), content)
      }.sorted { $0.place.number < $1.place.number }[...]
    }
    var removed = placed(found.removed, in: tables.old)
    var added = placed(found.added, in: tables.new)
    var changes = placed(changed, in: tables.new)
    var steps = StepList<Part>()
    var next = (old: 0, new: 0)
    while true {
      if let (place, part) = removed.first, place.number == next.old {
        steps.append(.removed(place, part))
        removed.removeFirst()
        next.old += 1
      } else if let (place, part) = added.first, place.number == next.new {
        steps.append(.added(place, part))
        added.removeFirst()
        next.new += 1
      } else if next.old < tables.old.keys.count {
        if let (place, inner) = changes.first, place.number == next.new {
          steps.append(.changed(place, inner))
          changes.removeFirst()
        } else {
          steps.append(.same(1))
        }
        next = (next.old + 1, next.new + 1)
      } else {
        return steps.inside(container(type.kind, tables, whole))
      }
    }
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

  /// The sorted keys of both; `nil` if two different keys encode alike. The new keys are the old keys without the removed
  /// ones, plus the added ones.
  private func keyTables(
    _ old: Snapshot, _ new: Snapshot, _ type: any UnorderedType.Type, _ found: UnorderedDifferences
  ) throws -> (old: KeyTable, new: KeyTable)? {
    let table = KeyTable(try type.keys(old, encoder))
    guard !table.repeats else { return nil }
    if found.removed.isEmpty, found.added.isEmpty { return (table, table) }
    let removed = Set(found.removed.map(\.key))
    // Sorting is fast for keys that are nearly in order.
    let keys = table.keys.filter { !removed.contains($0) } + found.added.map(\.key)
    let newTable = KeyTable(keys)
    guard !newTable.repeats, !found.added.contains(where: { removed.contains($0.key) }) else {
      return nil
    }
    return (table, newTable)
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

  func place(of key: Value) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].isBefore(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
