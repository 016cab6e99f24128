import PlayheadLog
import PlayheadReading
import PlayheadValues

/// Follows a path through time: its places in lists move when elements before them are added or removed.
struct PathTrace {
  private(set) var path: StatePath
  /// Whether an element on the path was added or removed by the last change, so that the trace ends there.
  private(set) var isAtEnd = false
  private let windows: WindowWalk
  /// The steps whose actions led to the step from which the path is followed.
  private let line: [ClosedRange<Step>]

  /// `windows` are those in which the value may have changed, in order.
  init(
    _ path: StatePath, _ windows: [ClosedRange<Step>], _ reader: WindowReader,
    line: [ClosedRange<Step>]
  ) {
    (self.path, self.line) = (path, line)
    self.windows = WindowWalk(windows: windows, path: path, reader: reader)
  }

  /// The last change at `step` or before. Sets the path to the one before that change.
  mutating func previous(atOrBefore step: Step) throws -> PathChange? {
    try windows.last(atOrBefore: step) { change in
      guard !change.isReturn, line.run(holding: change.step) != nil else { return nil }
      let after = path
      return pass(change.tree, .back).map { kind in
        PathChange(step: change.step, kind: kind, path: kind == .removed ? path : after)
      }
    }
  }

  /// The first change after `step`. Sets the path to the one after that change.
  mutating func next(after step: Step) throws -> PathChange? {
    try windows.first(after: step) { change in
      let before = path
      return pass(change.tree, .forward).map { kind in
        PathChange(step: change.step, kind: kind, path: kind == .removed ? before : path)
      }
    }
  }

  /// The last step, at `step` or before and at `first` or after, at which the value may have changed, perhaps by moves
  /// in a list.
  func previousTouch(atOrBefore step: Step, downTo first: Step = .initial) throws -> Step? {
    let found = try windows.last(atOrBefore: step, downTo: first) { touch($0) }
    return found.flatMap { $0 >= first ? $0 : nil }
  }

  /// The first such step after `step`, up to `last`.
  func nextTouch(after step: Step, upTo last: Step = Step(.max)) throws -> Step? {
    let found = try windows.first(after: step, upTo: last) { touch($0) }
    return found.flatMap { $0 <= last ? $0 : nil }
  }

  /// The step of a change if it may have touched the value, as seen from after the step: a value that moves into the
  /// place of an element counts as added.
  private func touch(_ change: StepChange) -> Step? {
    var trace = self
    if trace.pass(change.tree, .back) != nil { return change.step }
    return trace.path.isMoved(from: path) ? change.step : nil
  }

  // MARK: One step

  private enum Direction { case back, forward }

  /// Goes over a step. Returns its change to the value at the path, if any.
  private mutating func pass(_ tree: ChangeTree, _ direction: Direction) -> PathChange.Kind? {
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
        let isBack = direction == .back
        guard let other = isBack ? elements.oldPlace(of: place) : elements.newPlace(of: place)
        else {
          isAtEnd = true
          return isBack ? .added : .removed
        }
        path.components[level] = .index(other)
        tree = elements.inner(at: isBack ? place : other)
      }
    }
    return switch tree {
    case .same: nil
    case .replaced: .set
    case .elements, .fields: .inside
    }
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
}

/// The changes on the way to a path. Replays a window only when the search comes to it.
private struct WindowWalk {
  let windows: [ClosedRange<Step>]
  let path: StatePath
  let reader: WindowReader

  /// What `find` returns for the last change, at `step` or before, for which it returns something.
  func last<Found>(
    atOrBefore step: Step, downTo first: Step = .initial,
    _ find: (StepChange) -> Found?
  ) throws -> Found? {
    for window in windows[..<windows.partitionPoint { $0.lowerBound >= step }].reversed()
    where window.upperBound >= first {
      let changes = try reader.changes(of: [path], in: window)[0]
      for change in changes[..<changes.count(upTo: step)].reversed() {
        if let found = find(change) { return found }
      }
    }
    return nil
  }

  /// The same for the first change after `step`.
  func first<Found>(
    after step: Step, upTo last: Step = Step(.max), _ find: (StepChange) -> Found?
  ) throws -> Found? {
    for window in windows[windows.partitionPoint { $0.upperBound > step }...]
    where window.lowerBound < last {
      let changes = try reader.changes(of: [path], in: window)[0]
      for change in changes[changes.count(upTo: step)...] {
        if let found = find(change) { return found }
      }
    }
    return nil
  }
}

extension StatePath {
  /// Whether an element on the path has another place than in `other`.
  fileprivate func isMoved(from other: StatePath) -> Bool {
    zip(components, other.components).contains { one, two in
      guard case .index(let place) = one, case .index(let otherPlace) = two else { return false }
      return place != otherPlace
    }
  }
}
