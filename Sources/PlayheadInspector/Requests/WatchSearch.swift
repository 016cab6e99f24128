package import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

/// The changes at a place, forward or backward, filtered by a condition.
package struct WatchSearch {
  private let path: StatePath
  private let index: ChangeIndex
  private let isBackwards: Bool

  package init(at path: StatePath, _ index: ChangeIndex, backwards isBackwards: Bool) {
    (self.path, self.index, self.isBackwards) = (path, index, isBackwards)
  }

  /// The first change after `start`, or the last before it, up to `limit`, at which `search` stops.
  package func first(from start: Step, upTo limit: Step?, where search: Search?) throws
    -> FixedPathChange?
  {
    var step = start
    while let change = try change(from: step, upTo: limit) {
      guard let search else { return change }
      if try search.stop(at: change.step) != nil { return change }
      step = change.step
    }
    return nil
  }

  private func change(from step: Step, upTo limit: Step?) throws -> FixedPathChange? {
    isBackwards
      ? try index.previousChange(at: path, before: step, downTo: limit)
      : try index.nextChange(at: path, after: step, upTo: limit)
  }
}
