/// A dictionary or a set where it always was.
struct UnorderedParts {
  let kept: Kept
  let access: UnorderedAccess
}

extension PartComparison {
  /// Nil for what is no dictionary and no set.
  func unordered(_ core: PartCore) -> UnorderedParts? {
    guard case .unordered(let access) = core.content, let kept = core.kept else { return nil }
    return UnorderedParts(kept: kept, access: access)
  }

  /// Two dictionaries or sets of one type.
  func unordereds(
    _ old: UnorderedParts, _ new: UnorderedParts, _ whole: (old: Part, new: Part)
  ) throws -> Difference<Part> {
    var found = try old.access.differences(old.kept, new.kept, encoder)
    var inside: [UnorderedStep] = []
    var entries: [Value: Part] = [:]
    for (key, oldPart, newPart) in found.changed {
      let inner = try difference(old.kept.memory?.entries[key] ?? oldPart, newPart)
      guard case .same = inner else {
        inside.append(UnorderedStep(key: key, .changed(inner)))
        if case .kept = newPart, entries.count < ElementMemory.limit { entries[key] = newPart }
        continue
      }
    }
    found.changed = []
    guard !inside.isEmpty || !found.isEmpty else {
      new.kept.memory = old.kept.memory
      return .same
    }
    let tables = try keyTables(old, new, found)
    guard !tables.old.repeats, !tables.new.repeats else {
      let isSame = try value(of: whole.old) == value(of: whole.new)
      return isSame ? .same : .replaced(old: whole.old, new: whole.new)
    }
    for (key, part) in old.kept.memory?.entries ?? [:] where entries.count < ElementMemory.limit {
      if entries[key] == nil { entries[key] = part }
    }
    for (key, part) in found.removed {
      entries[key] = nil
      inside.append(UnorderedStep(key: key, .removed(part)))
    }
    for (key, part) in found.added { inside.append(UnorderedStep(key: key, .added(part))) }
    new.kept.remember().entries = entries
    let row = UnorderedRow(inside, old: tables.old, new: tables.new, kind: old.access.kind)
    return try row.steps.inside(container(old.access.kind, tables, whole))
  }

  private func container(
    _ kind: ContainerKind, _ tables: (old: KeyTable, new: KeyTable), _ whole: (old: Part, new: Part)
  ) throws -> Difference<Part>.Container {
    guard isForText, kind == .dictionary else {
      return .init(kind: kind, isJSONArray: kind == .set)
    }
    let (old, new) = (!tables.old.areTexts, !tables.new.areTexts)
    return .init(
      kind: kind, isJSONArray: new,
      whole: old == new ? nil : .init(old: whole.old, new: whole.new))
  }

  /// The keys of both in order. The new one's are those of the old one, with what came and went.
  private func keyTables(
    _ old: UnorderedParts, _ new: UnorderedParts, _ found: UnorderedDifferences
  ) throws -> (old: KeyTable, new: KeyTable) {
    let known = try old.kept.memory?.keys ?? KeyTable(old.access.keys(old.kept, encoder))
    guard !known.repeats else { return (known, known) }
    let table =
      found.isEmpty
      ? known : known.copy(without: found.removed.map(\.key), with: found.added.map(\.key))
    old.kept.remember().keys = known
    new.kept.remember().keys = table.repeats ? nil : table
    return (known, table)
  }
}

/// A change in a dictionary or a set that has no place yet.
struct UnorderedStep {
  enum Kind {
    case removed(Part)
    case added(Part)
    case changed(Difference<Part>)
  }

  let key: Value
  let kind: Kind

  init(key: Value, _ kind: Kind) {
    (self.key, self.kind) = (key, kind)
  }
}

/// The changes in a dictionary or a set, in the order of the places.
struct UnorderedRow {
  private(set) var steps = StepList<Part>()
  private let kind: ContainerKind

  private struct Placed {
    var step: UnorderedStep
    /// In the container that has it: the old one for what was removed, otherwise the new one.
    var place: Int
    /// How many parts that stayed come before it.
    var stayed = 0
    /// What goes comes before what comes, and that before what stays.
    var rank: Int
  }

  init(_ changes: [UnorderedStep], old: KeyTable, new: KeyTable, kind: ContainerKind) {
    self.kind = kind
    var placed = changes.map { step in
      switch step.kind {
      case .removed: Placed(step: step, place: old.place(of: step.key), rank: 0)
      case .added: Placed(step: step, place: new.place(of: step.key), rank: 1)
      case .changed: Placed(step: step, place: new.place(of: step.key), rank: 2)
      }
    }
    placed.sort { $0.place < $1.place }
    var (removed, added) = (0, 0)
    for index in placed.indices {
      let isOld = placed[index].rank == 0
      placed[index].stayed = placed[index].place - (isOld ? removed : added)
      if isOld { removed += 1 } else if placed[index].rank == 1 { added += 1 }
    }
    placed.sort { ($0.stayed, $0.rank, $0.place) < ($1.stayed, $1.rank, $1.place) }
    var stayed = 0
    for change in placed {
      steps.append(.same(change.stayed - stayed))
      stayed = change.stayed
      append(change, &stayed)
    }
    steps.append(.same(old.count - removed - stayed))
  }

  private mutating func append(_ change: Placed, _ stayed: inout Int) {
    let place = PartPlace(
      number: change.place,
      component: kind == .set ? .index(change.place) : .key(change.step.key))
    switch change.step.kind {
    case .removed(let part): steps.append(.removed(place, part))
    case .added(let part): steps.append(.added(place, part))
    case .changed(let inner):
      steps.append(.changed(place, inner))
      stayed += 1
    }
  }
}
