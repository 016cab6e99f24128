import PlayheadLog
import PlayheadValues

/// Follows a path through time: its places in lists move when elements before them are added or removed.
struct PathTrace {
  private(set) var path: StatePath
  /// Whether an element on the path was added or removed by the last change, so that the trace ends there.
  private(set) var isAtEnd = false
  /// The windows in which the value may have changed, in order.
  private let windows: [ClosedRange<Step>]
  private let reader: WindowReader

  init(_ path: StatePath, _ windows: [ClosedRange<Step>], _ reader: WindowReader) {
    (self.path, self.windows, self.reader) = (path, windows, reader)
  }

  // MARK: Backwards

  /// The last change at `step` or before. Sets the path to the one before that change.
  mutating func previous(atOrBefore step: Step) throws -> PathChange? {
    for window in windows[..<windows.partitionPoint { $0.lowerBound >= step }].reversed() {
      let changes = try reader.changes(of: path, in: window)
      for change in changes.all[..<changes.count(upTo: step)].reversed() {
        let after = path
        guard let kind = undo(change.tree) else { continue }
        return PathChange(step: change.step, kind: kind, path: kind == .removed ? path : after)
      }
    }
    return nil
  }

  /// Goes back over a step. Returns its change to the value at the path, if any.
  private mutating func undo(_ tree: ChangeTree) -> PathChange.Kind? {
    var tree = tree
    for level in path.components.indices {
      switch tree {
      case .same: return nil
      case .replaced: return .around
      case .fields(let fields):
        switch fields[path.components[level]] ?? resolve(level, in: fields) {
        case nil: return nil
        case .removed?: return .removed
        case .added?: return .added
        case .changed(let inner)?: tree = inner
        }
      case .elements(let elements):
        guard case .index(let place) = path.components[level] else { return nil }
        if elements.added.contains(place) {
          isAtEnd = true
          return .added
        }
        tree = elements.inner(at: place)
        path.components[level] = .index(elements.oldPlace(of: place))
      }
    }
    return tree.kindOfWhole
  }

  // MARK: Forwards

  /// The first change after `step`. Sets the path to the one after that change.
  mutating func next(after step: Step) throws -> PathChange? {
    for window in windows[windows.partitionPoint { $0.upperBound > step }...] {
      let changes = try reader.changes(of: path, in: window)
      for change in changes.all[changes.count(upTo: step)...] {
        let before = path
        guard let kind = redo(change.tree) else { continue }
        return PathChange(step: change.step, kind: kind, path: kind == .removed ? before : path)
      }
    }
    return nil
  }

  /// Goes forward over a step. Returns its change to the value at the path, if any.
  private mutating func redo(_ tree: ChangeTree) -> PathChange.Kind? {
    var tree = tree
    for level in path.components.indices {
      switch tree {
      case .same: return nil
      case .replaced: return .around
      case .fields(let fields):
        switch fields[path.components[level]] ?? resolve(level, in: fields) {
        case nil: return nil
        case .removed?: return .removed
        case .added?: return .added
        case .changed(let inner)?: tree = inner
        }
      case .elements(let elements):
        guard case .index(let place) = path.components[level] else { return nil }
        guard let new = elements.newPlace(of: place) else {
          isAtEnd = true
          return .removed
        }
        path.components[level] = .index(new)
        tree = elements.inner(at: new)
      }
    }
    return tree.kindOfWhole
  }

  /// What happened to the part that a component means in another reading, which it becomes.
  private mutating func resolve(
    _ level: Int, in fields: [StatePath.Component: ChangeTree.Field]
  ) -> ChangeTree.Field? {
    for reading in path.components[level].otherReadings {
      guard let found = fields[reading] else { continue }
      path.components[level] = reading
      return found
    }
    return nil
  }

  // MARK: Touching

  /// The last step, at `step` or before and at `first` or after, at which the value may have changed, perhaps by moves
  /// in a list.
  func previousTouch(atOrBefore step: Step, downTo first: Step = .initial) throws -> Step? {
    for window in windows[..<windows.partitionPoint { $0.lowerBound >= step }].reversed()
    where window.upperBound >= first {
      let changes = try reader.changes(of: path, in: window)
      let found = changes.all[..<changes.count(upTo: step)].last { isTouched(by: $0.tree) }
      if let found { return found.step >= first ? found.step : nil }
    }
    return nil
  }

  /// The first such step after `step`, up to `last`.
  func nextTouch(after step: Step, upTo last: Step = Step(.max)) throws -> Step? {
    for window in windows[windows.partitionPoint { $0.upperBound > step }...]
    where window.lowerBound < last {
      let changes = try reader.changes(of: path, in: window)
      let found = changes.all[changes.count(upTo: step)...].first { isTouched(by: $0.tree) }
      if let found { return found.step <= last ? found.step : nil }
    }
    return nil
  }

  /// Looks from after the step: a value that moves into the place of an element counts as added.
  private func isTouched(by tree: ChangeTree) -> Bool {
    var trace = self
    if trace.undo(tree) != nil { return true }
    return zip(trace.path.components, path.components).contains { old, new in
      guard case .index(let old) = old, case .index(let new) = new else { return false }
      return old != new
    }
  }
}

extension ChangeTree {
  /// The change of a value by what changed in it.
  fileprivate var kindOfWhole: PathChange.Kind? {
    switch self {
    case .same: nil
    case .replaced: .set
    case .elements, .fields: .inside
    }
  }
}
