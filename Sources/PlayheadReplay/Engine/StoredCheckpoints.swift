import PlayheadReading
package import PlayheadLog

/// The checkpoints of a log, and which of them can be used.
///
/// A checkpoint that actions lead up to merely saves time. If a build with other types wrote it, this build
/// replays the actions instead.
final class StoredCheckpoints {
  /// In the order of their steps.
  private let all: [Checkpoint]
  /// Why other checkpoints cannot be read.
  let fault: ReadingError?
  private let log: any ActionSource
  private let stored: StoredStates
  /// The runs of recorded actions. One whose session goes on from an unknown state ends there.
  private(set) var steps: [ClosedRange<Step>] = []
  /// The steps you can replay, in order: runs of recorded actions, each from its first known state.
  private(set) var reachable: [ClosedRange<Step>] = []
  /// Whether this build would have written a checkpoint, for those that were checked.
  private var isCurrent: [Int: Bool] = [:]

  init(of log: any ActionSource, _ stored: StoredStates) {
    let (read, fault) = log.readableCheckpoints()
    // Where the first states are lost, `recover` writes a checkpoint without them.
    all = read.filter { (try? log.storeLists.epoch(after: $0.step))?.isWhole($0) ?? true }
      // They are in order already, unless the log was forged.
      .sorted { $0.step < $1.step }
    (self.fault, self.log, self.stored) = (fault, log, stored)
    updateAfterDamage()
  }

  /// The checkpoints up to `base`, for a branch that has the same actions so far.
  init(_ recorded: StoredCheckpoints, upTo base: Step, of log: any ActionSource) {
    all = recorded.all.filter { $0.step <= base }
    (fault, self.log, stored) = (recorded.fault, log, recorded.stored)
    isCurrent = recorded.isCurrent
    updateAfterDamage()
  }

  /// Updates which actions of the log can be read.
  func updateAfterDamage() {
    (steps, reachable) = ([], [])
    let (runs, resumptions) = (log.steps, log.resumptions[...])
    guard !runs.isEmpty else { return reachable = all.prefix(1).map { $0.step...$0.step } }
    for run in runs { add(run, resumptions) }
  }

  /// Adds a run. After the action with which its session goes on from an unknown state, it begins again.
  private func add(_ run: ClosedRange<Step>, _ resumptions: ArraySlice<Resumption>) {
    var first = run.lowerBound
    let start = resumptions.partitionPoint { $0.step.next >= first }
    for resumption in resumptions[start...].prefix(while: { $0.step < run.upperBound }) {
      let last = resumption.step
      let isKnown =
        reachable.run(holding: resumption.origin) != nil || has(resumption.origin)
        || reach(first...max(first, last))?.contains(resumption.origin) == true
      guard !isKnown, last.next >= first else { continue }
      if first <= last { end(first...last) }
      first = last.next.next
    }
    if first <= run.upperBound { end(first...run.upperBound) }
  }

  private func end(_ run: ClosedRange<Step>) {
    steps.append(run)
    if let reach = reach(run) { reachable.append(reach) }
  }

  /// The steps of a run that can be replayed: from its first checkpoint on.
  private func reach(_ run: ClosedRange<Step>) -> ClosedRange<Step>? {
    let start = run.lowerBound.previous ?? log.initialStep
    let place = all.partitionPoint { $0.step >= start }
    guard place < all.count, all[place].step <= run.upperBound else { return nil }
    return all[place].step...run.upperBound
  }

  func has(_ step: Step) -> Bool {
    let place = all.partitionPoint { $0.step >= step }
    return place < all.count && all[place].step == step
  }

  /// The checkpoints that no actions lead up to. Without them, the actions after them cannot be replayed.
  var needed: [Checkpoint] { all.filter { isNeeded($0.step) } }

  /// The last checkpoint from `start` to `step` that can be used.
  func last(from start: Step, to step: Step) throws -> Checkpoint {
    let end = all.partitionPoint { $0.step > step }
    let first = min(end, all.partitionPoint { $0.step >= start })
    let number = (first..<end).last { isNeeded(all[$0].step) || isWrittenToday($0) }
    guard let number else {
      let next = end < all.count ? all[end].step : nil
      if let unreadable { throw unreadable }
      if let limit = log.memoryLimit(hiding: start) { throw ReadingError.damaged(limit) }
      throw ReplayError.noState(step: start, next: next, lost: lost(upTo: start))
    }
    return all[number]
  }

  /// The step of the first checkpoint in `steps` that can be used; nil if there is none.
  func first(in steps: ClosedRange<Step>) -> Step? {
    let start = all.partitionPoint { $0.step >= steps.lowerBound }
    return (start..<all.count).first { isNeeded(all[$0].step) || isWrittenToday($0) }
      .map { all[$0].step }.flatMap { steps.contains($0) ? $0 : nil }
  }

  /// Why other checkpoints cannot be read, if the reason is no damage but a failing disk or a limit.
  private var unreadable: ReadingError? {
    if case .damaged(let damage)? = fault, !damage.isMemoryLimit { nil } else { fault }
  }

  /// The lost steps that contain `step`. If their first state is lost too, they begin with the initial step.
  private func lost(upTo step: Step) -> ClosedRange<Step>? {
    guard let lost = log.lostSteps.first(where: { $0.contains(step) }) else { return nil }
    let isBeginning = lost.lowerBound == log.firstStep && !has(log.initialStep)
    return isBeginning ? log.initialStep...lost.upperBound : lost
  }

  private func isNeeded(_ step: Step) -> Bool {
    steps.run(holding: step) == nil || reachable.run(holding: step)?.lowerBound == step
  }

  private func isWrittenToday(_ number: Int) -> Bool {
    if let known = isCurrent[number] { return known }
    let checkpoint = all[number]
    // The checkpoint lacks the states of added stores.
    let isCurrent =
      stored.added.isEmpty
      && (0..<min(checkpoint.storeCount, stored.names.count)).allSatisfy { store in
        stored.isCurrentForm(of: store, in: checkpoint, place: store)
      }
    self.isCurrent[number] = isCurrent
    return isCurrent
  }
}

extension StoreListHistory.Epoch {
  /// Whether a checkpoint in this epoch has the states of all stores but those that arrived right after it.
  func isWhole(_ checkpoint: Checkpoint) -> Bool {
    let arrived = step == checkpoint.step ? Set(arrived.map(\.store)) : []
    return checkpoint.storeCount <= count
      && arrived.isSuperset(of: checkpoint.storeCount..<count)
  }
}

extension [ClosedRange<Step>] {
  /// The range that contains `step`. The ranges are in order.
  package func run(holding step: Step) -> ClosedRange<Step>? {
    let place = partitionPoint { $0.upperBound >= step }
    return place < count && self[place].contains(step) ? self[place] : nil
  }
}
