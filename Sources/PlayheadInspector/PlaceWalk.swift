package import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

/// The changes at a place, forward or backward, filtered by a condition.
package struct PlaceWalk {
  /// Where to look for changes: an index of the log, or one part of the log after the other.
  package enum Source {
    case index(ChangeIndex)
    case windows(firstSize: UInt64)
  }

  private let path: StatePath
  private let source: Source
  private let replay: Replay
  private let isBackwards: Bool

  package init(
    at path: StatePath, _ source: Source, _ replay: Replay, backwards isBackwards: Bool
  ) {
    (self.path, self.source, self.replay, self.isBackwards) = (path, source, replay, isBackwards)
  }

  /// The first change after `start`, or the last before it, up to `limit`, at which `search` stops.
  package func first(from start: Step, upTo limit: Step?, where search: Search?) throws
    -> PlaceChange?
  {
    switch source {
    case .index(let index): return try first(index, from: start, upTo: limit, where: search)
    case .windows(let firstSize):
      var windows = IndexWindows(
        replay, about: path, from: start, backwards: isBackwards, firstSize: firstSize)
      while let window = try windows.next() {
        // A window does not explain its first state, and the start does not count.
        let (first, last) = (window.steps.lowerBound, window.steps.upperBound)
        let from = isBackwards ? min(start, last.next) : max(start, first)
        if let limit, isBackwards ? last < limit : first >= limit { return nil }
        if let found = try self.first(
          window.index, from: from, upTo: isBackwards ? max(limit ?? first, first) : limit,
          where: search)
        {
          return found
        }
      }
      return nil
    }
  }

  private func first(
    _ index: ChangeIndex, from start: Step, upTo limit: Step?, where search: Search?
  ) throws -> PlaceChange? {
    var step = start
    while let change = try change(index, from: step, upTo: limit) {
      guard let search else { return change }
      if try search.stop(at: change.step) != nil { return change }
      step = change.step
    }
    return nil
  }

  private func change(
    _ index: ChangeIndex, from step: Step, upTo limit: Step?
  ) throws -> PlaceChange? {
    isBackwards
      ? try index.previousChange(
        at: path, before: step, downTo: limit, with: replay, onLook: replay.onStep)
      : try index.nextChange(
        at: path, after: step, upTo: limit, with: replay, onLook: replay.onStep)
  }
}
