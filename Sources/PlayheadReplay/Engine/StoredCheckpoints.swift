import PlayheadLog

/// The checkpoints of a log, and which of them are good to go on from.
///
/// A checkpoint that actions lead up to saves time, and no more. If another build wrote it, with other
/// types of states, it is not used: what this build makes of the actions is the state.
final class StoredCheckpoints {
  private let all: [Checkpoint]
  /// What keeps others from being read.
  let fault: LogError?
  private let log: LogReader
  private let stored: StoredStates
  private let steps: [ClosedRange<Step>]
  /// The steps that can be gone to, in order: runs of recorded actions, each from the state from which
  /// it can be replayed.
  let reachable: [ClosedRange<Step>]
  /// For each that was looked at, whether this build would have written it.
  private var isPresent: [Int: Bool] = [:]

  init(of log: LogReader, _ stored: StoredStates) {
    (all, fault) = log.readableCheckpoints()
    (self.log, self.stored) = (log, stored)
    steps = log.steps
    reachable = Self.reachable(log.steps, all.map(\.step), log.initialStep)
  }

  /// Behind a gap or lost steps, a run can be replayed from its first checkpoint on.
  private static func reachable(
    _ steps: [ClosedRange<Step>], _ checkpoints: [Step], _ initial: Step
  ) -> [ClosedRange<Step>] {
    guard !steps.isEmpty else { return checkpoints.prefix(1).map { $0...$0 } }
    let ordered = checkpoints.sorted()
    return steps.compactMap { run in
      let start = run.lowerBound.previous ?? initial
      guard let first = ordered.first(where: { $0 >= start }), first <= run.upperBound else {
        return nil
      }
      return first...run.upperBound
    }
  }

  func has(_ step: Step) -> Bool { all.contains { $0.step == step } }

  /// Those that no actions lead up to: without them, what comes behind cannot be replayed.
  var needed: [Checkpoint] { all.filter { isNeeded($0.step) } }

  /// The last one from `start` to `step` to go on from.
  func last(from start: Step, to step: Step) throws -> Checkpoint {
    let number = all.indices.last { number in
      let own = all[number].step
      guard own >= start, own <= step else { return false }
      return isNeeded(own) || isWrittenToday(number)
    }
    guard let number else {
      let next = all.lazy.map(\.step).filter { $0 > step }.min()
      let lost = log.lostSteps.first { $0.contains(start) }
      if lost == nil, let fault { throw fault }
      throw ReplayError.noState(step: start, next: next, lost: lost)
    }
    return all[number]
  }

  private func isNeeded(_ step: Step) -> Bool {
    !steps.contains { $0.contains(step) } || reachable.contains { $0.lowerBound == step }
  }

  private func isWrittenToday(_ number: Int) -> Bool {
    if let known = isPresent[number] { return known }
    let checkpoint = all[number]
    // It lacks the states of stores that logs do not have.
    let isPresent =
      stored.added.isEmpty
      && (0..<min(checkpoint.storeCount, stored.names.count)).allSatisfy { store in
        stored.isPresentForm(of: store, in: checkpoint, place: store)
      }
    self.isPresent[number] = isPresent
    return isPresent
  }
}
