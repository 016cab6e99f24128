import PlayheadFiles
package import PlayheadLog
import PlayheadValues

extension Shrinker {
  /// Shrinks what led to a difference between replays of a log: they are to differ behind the last action of what
  /// is left. Nil if `predicate`, which is made for a run of the recording, sees none, or there is none.
  package convenience init?(
    _ replay: Replay, differing divergence: Divergence,
    predicate: (ClosedRange<Step>) throws -> (any ShrinkPredicate)?
  ) throws {
    guard let run = replay.log.steps.first(where: { $0.contains(divergence.step) }),
      let predicate = try predicate(run)
    else { return nil }
    let steps = run.lowerBound...divergence.step
    let session = Self.session(steps)
    guard try predicate.holds(for: session) else { return nil }
    let place = divergence.path.map { path in
      // Which element it is differs with what the session consists of.
      StatePath(Array(path.components.prefix { $0.name != nil }))
    }
    self.init(
      session, of: replay.log, by: replay.player, predicate,
      guesses: [try replay.actions(leadingTo: place.map { [$0] } ?? [], in: steps)])
  }
}
