import PlayheadCoding
package import PlayheadValues

/// Who changed what, found by comparing every two consecutive states: what an index must agree with.
package struct BruteForce {
  /// The changes that lead to each step, without the values: those of a long session would fill the
  /// memory.
  private var diffs: [[Change]] = []
  private var last: Value?

  /// Of states in their order, the first of which is that of step 0.
  package init(_ states: [Value] = []) {
    for state in states { append(state) }
  }

  /// Takes in the state of the next step.
  package mutating func append(_ state: Value) {
    let changes = last.map { Diff(from: $0, to: state).changes } ?? []
    diffs.append(changes.map(\.withoutValues))
    last = state
  }

  /// How many states there are.
  package var count: Int { diffs.count }

  /// The paths at which something changed at a step, as they are after it: also those of fields and keys
  /// that are gone.
  package func changedPaths(at step: Int) -> [StatePath] {
    diffs[step].filter { $0.new != nil || !$0.isOfElement }.map(\.path)
  }

  /// The steps at which what is at `path` after `step` changed up to then, the last first: all, or so many.
  package func before(_ path: StatePath, _ step: Int, limit: Int = .max) -> [Int] {
    var steps: [Int] = []
    var path = path
    for step in stride(from: step, to: 0, by: -1) where steps.count < limit {
      if diffs[step].contains(where: { $0.touches(path) }) { steps.append(step) }
      guard let older = path.moved(back: diffs[step]) else { break }
      path = older
    }
    return steps
  }

  /// What was at `path`, wherever it was, before and after each of those steps, the last first; of the states
  /// that it was made of.
  package func values(_ path: StatePath, _ step: Int, in states: [Value]) -> [[Value?]] {
    var values: [[Value?]] = []
    var path = path
    for step in stride(from: step, to: 0, by: -1) {
      let older = path.moved(back: diffs[step])
      if diffs[step].contains(where: { $0.touches(path) }) {
        values.append([
          older.flatMap { states[step - 1].value(at: $0) }, states[step].value(at: path),
        ])
      }
      guard let older else { break }
      path = older
    }
    return values
  }

  /// The steps after `step` at which it changed, up to when it was removed.
  package func after(_ path: StatePath, _ step: Int) -> [Int] {
    var steps: [Int] = []
    var path = path
    for step in diffs.indices.dropFirst(step + 1) {
      guard let newer = path.moved(on: diffs[step]) else { return steps + [step] }
      path = newer
      if diffs[step].contains(where: { $0.touches(path) }) { steps.append(step) }
    }
    return steps
  }
}

extension Change {
  /// The same with nothing left of the values but that they were there.
  fileprivate var withoutValues: Change {
    Change(path: path, old: old.map { _ in .null }, new: new.map { _ in .null })
  }

  /// Whether it is about an element of a list as a whole.
  fileprivate var isOfElement: Bool {
    if case .index? = path.components.last { true } else { false }
  }

  /// Whether it is at, within or around a path of the new value.
  fileprivate func touches(_ path: StatePath) -> Bool {
    // Where an element was, another is.
    if new == nil, isOfElement {
      let container = StatePath(self.path.components.dropLast())
      return container.components.starts(with: path.components)
    }
    return self.path.components.starts(with: path.components)
      || path.components.starts(with: self.path.components)
  }
}

extension StatePath {
  fileprivate func places(_ changes: [Change], _ isWanted: (Change) -> Bool) -> Set<Int> {
    Set(
      changes.compactMap { change in
        guard isWanted(change), change.path.components.dropLast() == components[...],
          case .index(let place)? = change.path.components.last
        else { return nil }
        return place
      })
  }

  /// Where what is here now was before the changes; nil if it was nowhere.
  fileprivate func moved(back changes: [Change]) -> StatePath? {
    var old = self
    for (number, component) in components.enumerated() {
      guard case .index(let place) = component else { continue }
      let list = StatePath(Array(components.prefix(number)))
      let added = list.places(changes) { $0.old == nil }
      let removed = list.places(changes) { $0.new == nil }
      if added.contains(place) { return nil }
      // The survivors keep their order.
      let rank = (0..<place).filter { !added.contains($0) }.count
      let survivors = (0...(place + removed.count)).filter { !removed.contains($0) }
      old.components[number] = .index(survivors[rank])
    }
    return old
  }

  /// Where what was here is after the changes; nil if it is nowhere.
  fileprivate func moved(on changes: [Change]) -> StatePath? {
    var new = self
    for (number, component) in components.enumerated() {
      guard case .index(let place) = component else { continue }
      let list = StatePath(Array(new.components.prefix(number)))
      let added = list.places(changes) { $0.old == nil }
      let removed = list.places(changes) { $0.new == nil }
      if removed.contains(place) { return nil }
      let rank = (0..<place).filter { !removed.contains($0) }.count
      let free = (0...(place + added.count)).filter { !added.contains($0) }
      new.components[number] = .index(free[rank])
    }
    return new
  }
}

extension Value {
  /// The paths of all parts, containers included.
  package func paths(at path: StatePath = StatePath()) -> [StatePath] {
    let inner: [[StatePath]] =
      switch self {
      case .record(let fields): fields.map { $0.value.paths(at: path.appending(.field($0.name))) }
      case .list(let parts), .set(let parts):
        parts.enumerated().map { $0.element.paths(at: path.appending(.index($0.offset))) }
      case .dictionary(let entries):
        entries.map { $0.value.paths(at: path.appending(.key($0.key))) }
      default: []
      }
    return [path] + inner.flatMap { $0 }
  }

  /// Whether the part at a path has no parts.
  package func isLeaf(at path: StatePath) -> Bool { value(at: path)?.paths().count == 1 }
}
