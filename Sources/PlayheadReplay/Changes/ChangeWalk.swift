public import PlayheadLog
public import PlayheadValues

/// A walk back through the changes of what is at a path, one after the other, as far as somebody asks.
public struct ChangeWalk {
  private var trace: PathTrace?
  private var end: Step?
  private let start: StatePath

  init(_ path: StatePath, _ step: Step, _ index: ChangeIndex) throws {
    trace = try index.trace(path, at: step)
    (start, end) = (path, step)
  }

  /// Where it was before the change that was given last; the path itself before the first.
  public var path: StatePath { trace?.path ?? start }

  /// Whether the last change that was given is that it came to be there: nothing was before.
  public var isAtEnd: Bool { trace?.isAtEnd ?? false }

  /// The change before; nil if there is none.
  public mutating func previous() throws -> PathChange? {
    guard let end, !isAtEnd, let change = try trace?.previous(atOrBefore: end) else { return nil }
    self.end = change.step.previous
    return change
  }
}

extension ChangeIndex {
  /// The changes at `step` and before of what is at `path` after `step`, the last first. An element of a
  /// list is followed to where it was before others came or went.
  public func changes(of path: StatePath, atOrBefore step: Step) throws -> ChangeWalk {
    try ChangeWalk(path, step, self)
  }
}
