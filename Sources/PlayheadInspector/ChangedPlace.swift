import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A place of which the changes are listed.
struct ChangedPlace {
  let path: StatePath
  let replay: Replay
  let index: ChangeIndex

  /// Throws if nothing ever was at `path`.
  init(_ path: StatePath, _ replay: Replay, _ index: ChangeIndex) throws {
    (self.path, self.replay, self.index) = (path, replay, index)
    try path.requireStore(among: replay.stores)
    if try index.nextTouch(of: path, after: .initial) == nil {
      let last = replay.reachableSteps.last?.upperBound ?? replay.position
      _ = try replay.part(at: path, of: index.end == nil ? last : index.lastStep)
    }
  }

  /// Gives every action in `steps` to `body` with which the value at the place became another.
  func forEachAction(
    in steps: ClosedRange<Step>, of log: LogReader, _ body: (LogEntry) throws -> Void
  ) throws {
    var step = steps.lowerBound.previous ?? .initial
    while let change = try index.nextChange(
      at: path, after: step, upTo: steps.upperBound, with: replay, onLook: replay.onStep)
    {
      step = change.step
      // A state may have changed in a gap, too.
      guard log.steps.run(holding: step) != nil else { continue }
      try body(log.entry(at: step))
    }
    try index.require(steps.upperBound)
  }
}
