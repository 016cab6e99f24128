import PlayheadLog

/// The checkpoints of a log, and which of them are good to go on from.
///
/// A checkpoint that actions lead up to saves time, and no more. If another build wrote it, with other
/// types of states, it is not used: what this build makes of the actions is the state.
final class StoredCheckpoints {
  private let all: [Checkpoint]
  /// What keeps others from being read.
  private let fault: LogError?
  private let stored: StoredStates
  private let steps: [ClosedRange<Step>]
  /// For each that was looked at, whether this build would have written it.
  private var isPresent: [Int: Bool] = [:]

  init(of log: LogReader, _ stored: StoredStates) {
    (all, fault) = log.readableCheckpoints()
    self.stored = stored
    steps = log.steps
  }

  func has(_ step: Step) -> Bool { all.contains { $0.step == step } }

  /// Those that no actions lead up to: without them, what comes behind cannot be replayed.
  var needed: [Checkpoint] { all.filter { !isLedUpTo($0.step) } }

  /// The last one from `start` to `step` to go on from.
  func last(from start: Step, to step: Step) throws -> Checkpoint {
    let number = all.indices.last { number in
      let own = all[number].step
      guard own >= start, own <= step else { return false }
      return own == start || !isLedUpTo(own) || isWrittenToday(number)
    }
    guard let number else { throw fault ?? ReplayError.noState(step: start) }
    return all[number]
  }

  private func isLedUpTo(_ step: Step) -> Bool { steps.contains { $0.contains(step) } }

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
