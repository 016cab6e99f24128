package import PlayheadLog

/// Actions that can be replayed, in order: those of a log, or those of a branch.
///
/// A source has chunks of actions, so that a replay asks it once for thousands of actions.
package protocol ActionSource: AnyObject {
  /// The log that the actions were recorded in.
  var recording: LogReader { get }
  /// The last step with an action; without actions, the step of the initial state.
  var lastStep: Step { get }
  /// The last known step: with an action, left out or lost.
  var lastCountedStep: Step { get }
  /// The steps of the actions, without those found damaged.
  var steps: [ClosedRange<Step>] { get }
  /// The steps that are missing without a gap.
  var lostSteps: [ClosedRange<Step>] { get }
  /// The steps of each readable chunk, in order.
  var chunkSteps: [ClosedRange<Step>] { get }
  /// The number of actions, without those found damaged.
  var actionCount: Int { get }
  /// The types of the actions.
  var types: [ActionType] { get }
  /// The stores that handle actions, over time.
  var storeLists: StoreListHistory { get }
  /// The places at which the session went on from the states of earlier steps, in order.
  var resumptions: [Resumption] { get }
  /// How the session ended.
  var ending: LogEnding { get }

  /// The chunk with a step's action. With `last`, it may lack the payloads after that step, which saves time.
  /// Throws `ReadingError` if there is no such action, or if it cannot be read.
  func chunk(holding step: Step, through last: Step?) throws(ReadingError) -> Chunk
  /// Types, times and causes of the actions in that chunk, without their payloads.
  func head(holding step: Step) throws(ReadingError) -> ChunkHead
  /// Reads the chunks with actions of `steps` on other threads, in order.
  func readings(of steps: ClosedRange<Step>) -> [ChunkReading]
  /// Caches a chunk that was read on another thread, as if the source had read it.
  func cache(_ chunk: Chunk)
  /// Finds all damage to actions.
  func findDamage() throws

  /// The readable records of these kinds beside the actions.
  func annotations(_ wanted: RecordKinds) -> LogAnnotations
  /// The readable states, and the error of the first unreadable one.
  func readableCheckpoints() -> (checkpoints: [Checkpoint], fault: ReadingError?)
  /// The readable digests of states, in order.
  func readableDigests() -> [StateDigests]
  /// The readable digests of states after actions of `chunk`.
  func digests(of chunk: Chunk) -> [StateDigests]
  /// The part that is not read because that takes more memory than allowed, and that hides `step`.
  func memoryLimit(hiding step: Step) -> ReadingError.Damage?
}

extension LogReader: ActionSource {
  package var recording: LogReader { self }

  package var chunkSteps: [ClosedRange<Step>] { chunks.all.map(\.steps) }
}

/// What follows from the requirements.
extension ActionSource {
  package var name: String { recording.name }
  package var header: LogHeader { recording.header }
  package var mode: FileMode { recording.mode }
  package var initialStep: Step { recording.initialStep }
  /// The first step of a complete session.
  package var firstStep: Step { recording.firstStep }
  /// The names of all stores by number.
  package var stores: [String] { storeLists.stores }

  /// All readable records beside the actions.
  package func annotations() -> LogAnnotations {
    annotations([.of(.checkpoint), .of(.note), .of(.gap), .of(.end)])
  }

  /// The readable notes and gaps. The recording takes note of damage to them.
  package func readableNotesAndGaps() -> LogAnnotations {
    let annotations = annotations([.of(.note), .of(.gap)])
    if case .damaged(let damage) = annotations.fault { recording.note(damage) }
    return annotations
  }

  /// The steps that are missing without a gap, and why.
  package var lostGaps: [Gap] {
    lostSteps.map { steps in
      let isUnread = memoryLimit(hiding: steps.lowerBound) != nil
      return Gap(steps: steps, reason: isUnread ? .unread : .damaged)
    }
  }

  /// The chunk with a step's action.
  package func chunk(holding step: Step) throws(ReadingError) -> Chunk {
    try chunk(holding: step, through: nil)
  }

  /// Calls `body` with the chunks with actions of `range`, in order. Damage found now goes to `onDamage`; if that does
  /// not throw, the chunk is skipped.
  package func forEachChunk(
    in range: ClosedRange<Step>, onDamage: (ReadingError.Damage) throws -> Void,
    _ body: (Chunk) throws -> Void
  ) throws {
    try forEach(
      in: range, { step throws(ReadingError) in try chunk(holding: step) }, onDamage, body)
  }

  /// The same without unpacking payloads.
  package func forEachHead(
    in range: ClosedRange<Step>, onDamage: (ReadingError.Damage) throws -> Void,
    _ body: (ChunkHead) throws -> Void
  ) throws {
    try forEach(in: range, { step throws(ReadingError) in try head(holding: step) }, onDamage, body)
  }

  private func forEach<T>(
    in range: ClosedRange<Step>, _ read: (Step) throws(ReadingError) -> T,
    _ onDamage: (ReadingError.Damage) throws -> Void, _ body: (T) throws -> Void
  ) throws {
    for steps in chunkSteps where steps.overlaps(range) {
      let found: T
      do {
        found = try read(steps.lowerBound)
      } catch ReadingError.damaged(let damage) {
        try onDamage(damage)
        continue
      } catch ReadingError.lost {
        // Damage to another chunk of a branch has shown that this one cannot be read either.
        continue
      }
      try body(found)
    }
  }

  /// The actions up to `end` that `step` led to, directly or not, in order. Reads no payloads.
  package func effects(of step: Step, upTo end: Step) throws -> [Step] {
    guard step < end else { return [] }
    var effects: Set<Step> = [step]
    try forEachHead(in: step.next...end, onDamage: { throw ReadingError.damaged($0) }) { head in
      for (index, _) in head.causes {
        let effect = Step(head.firstStep.number + UInt64(index))
        // Causes come first, so one pass finds all.
        guard effect > step, effect <= end, let cause = head.cause(of: index),
          effects.contains(cause)
        else { continue }
        effects.insert(effect)
      }
    }
    effects.remove(step)
    return effects.sorted()
  }
}
