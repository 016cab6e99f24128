import PlayheadReading
public import PlayheadLog

/// Going from step to step: applies actions, and keeps states on the way.
extension Replay {
  /// Puts the stores into the state of `step`. Throws `ReadingError.noStep` beyond the end, `ReadingError.inGap` in a
  /// gap, `ReadingError.lost` in damage, and `ReplayError.noState` after damage, up to the next state in the log.
  public func go(to step: Step) throws {
    try reportMismatch(on: step)
    guard step != position else { return }
    try avoidingDamage {
      if let endWithoutStops, step > position, step <= endWithoutStops,
        step.number - position.number <= Self.walkLength
      {
        try stepOn(to: step, endWithoutStops)
      } else {
        try move(to: step)
        endWithoutStops = knownCrashes.isEmpty ? timeline.endWithoutStops(after: position) : nil
      }
    }
  }

  /// A kept state may be nearer to a step that is further away.
  private static let walkLength: UInt64 = 16

  /// Applies the actions up to `step`, which need nothing else up to `end`.
  private func stepOn(to step: Step, _ end: Step) throws {
    while position < step {
      let begin = WallClock.now()
      let (action, result) = try timeline.playNext(after: position, upTo: end)
      position = action.step
      note(action, result)
      timer.countAction(taking: WallClock.now() - begin)
      if let digests = digestCheck.due(after: action, in: log) { try compare(with: digests) }
      keepCheckpointIfDue()
      try onStep(position)
    }
  }

  private func move(to step: Step) throws {
    guard step != position else { return }
    if step != log.initialStep, !timeline.checkpoints.has(step) {
      _ = try log.chunk(holding: step, through: step)
    }
    try approach(step)
    try play(to: step)
  }

  func play(to step: Step) throws {
    try playing(to: step) { try onStep($0.step) }
  }

  /// Continues to `step`, with no gap in between, and calls `body` after each action. Throws
  /// `ReadingError.damaged` at damage. The time in `body` does not count as replay time.
  func follow(to step: Step, _ body: (LoggedAction) throws -> Void) throws {
    try playing(to: step) { action in
      let begin = timer.beginPause()
      try body(action)
      if let begin { timer.endPause(since: begin) }
    }
  }

  /// Applies the actions up to `step`, and calls `body` after each.
  private func playing(to step: Step, _ body: (LoggedAction) throws -> Void) throws {
    try makeOrigins(upTo: step)
    timer.begin()
    // After an error the states may be those of half an action, so they are not kept.
    defer { timer.end() }
    let trap = knownCrashes.filter { $0.step > position && $0.step <= step }
      .min { $0.step < $1.step }
    let last = trap?.step.previous ?? step
    digestCheck.begin(after: position)
    try timeline.play(from: position, to: last) { action, result in
      position = action.step
      note(action, result)
      if let digests = digestCheck.due(after: action, in: log) { try compare(with: digests) }
      if timer.countAction() { keepCheckpointIfDue() }
      try body(action)
    }
    timer.end()
    keepCheckpointIfDue()
    if let trap { throw error(for: trap) }
  }

  /// Makes the states from which the session went on, on the way to `step`.
  private func makeOrigins(upTo step: Step) throws {
    while let origin = timeline.resumptions.missingOrigin(from: position, to: step) {
      try comingBack {
        try approach(origin)
        try play(to: origin)
        timeline.resumptions.keep(player.states, of: origin)
      }
    }
  }

  /// Compares the current state with its digests in the log. They do not apply after a skipped action, nor
  /// after the first change of a branch.
  private func compare(with digests: StateDigests) throws {
    guard stateMismatch == nil, approximateSince == nil,
      timeline.branch.map({ digests.step < $0.base }) ?? true
    else { return }
    let begin = ThreadClock.now()
    defer { timer.exclude(since: begin) }
    guard let store = digestCheck.differingStore(from: digests, timeline) else { return }
    let start = timeline.runStart(of: digests.step)
    let agreed = digestCheck.lastAgreed.flatMap { $0 < digests.step ? $0 : nil }
    let mismatch = StateMismatch(
      step: digests.step, lastAgreed: max(start, agreed ?? start), store: store)
    stateMismatch = mismatch
    try report(mismatch)
  }

  /// Goes on to the next digest in the chunk of the current action, so that a state before that digest is compared, too.
  /// Ignores errors on the way, because nobody asked for these steps.
  package func compareWithNextDigest() {
    guard stateMismatch == nil, timeline.decoding != .salvage, timeline.branch == nil,
      position > log.initialStep, let chunk = try? log.chunk(holding: position),
      let next = log.digests(of: chunk).first(where: { $0.step >= position })?.step,
      !digestCheck.hasCompared(next)
    else { return }
    try? go(to: next)
  }

  /// Reports a known mismatch if the state of `step` may be wrong because of it.
  func reportMismatch(on step: Step) throws {
    if let stateMismatch, step > stateMismatch.lastAgreed { try report(stateMismatch) }
  }

  /// Reports a mismatch, unless earlier draws that differ from the log explain it, which are reported instead.
  private func report(_ mismatch: StateMismatch) throws {
    if let firstDrawFault, firstDrawFault.step <= mismatch.step { return }
    try onMismatch(mismatch)
  }

  func error(for trap: KnownCrash) -> ReplayError {
    .traps(trap, try? log.entry(at: trap.step).type)
  }

  /// The total replay time at the last look at the clock.
  var replayTime: Duration { timer.total }

  /// Updates which steps can be reached after damage was found. Returns whether there is new damage.
  @discardableResult package func updateAfterDamage() -> Bool {
    endWithoutStops = nil
    return timeline.updateAfterDamage()
  }

  /// With a state file, states in memory are this many times as far apart, to fill only its gaps.
  private static let sparsity = 4

  private func keepCheckpointIfDue() {
    let elapsed = archive == nil ? timer.elapsed : timer.elapsed / Self.sparsity
    guard checkpoints.wants(position, after: elapsed) else { return }
    checkpoints.keep(
      .init(step: position, states: player.states, approximateSince: approximateSince))
    timer.restart()
  }

  /// Repeats `body` when damage is found. A later state may do; if there is none, `body` reports the loss.
  private func avoidingDamage<T>(_ body: () throws -> T) throws -> T {
    while true {
      do {
        return try body()
      } catch ReadingError.damaged where updateAfterDamage() {}
    }
  }

  private func note(_ action: LoggedAction, _ result: Timeline.StepResult) {
    if let fault = result.fault, timeline.branch?.knowsDraws(of: position) ?? true {
      firstDrawFault = firstDrawFault ?? (position, fault)
    }
    if result.lacksDraws { firstUnfinished = firstUnfinished ?? position }
    guard result.isSkipped || !result.incompatibilities.isEmpty else { return }
    approximateSince = approximateSince ?? position
    if result.isSkipped { incompatibilities.add(action.type, at: position) }
    incompatibilities.add(result.incompatibilities)
  }

  /// Goes one step forward. Returns false at the end.
  @discardableResult public func stepForward() throws -> Bool {
    try move { timeline.next(after: position) }
  }

  /// Goes one step back. Returns false at the start.
  @discardableResult public func stepBack() throws -> Bool {
    try move { timeline.previous(before: position) }
  }

  private func move(to step: () -> Step?) throws -> Bool {
    try avoidingDamage {
      guard let step = step() else { return false }
      try move(to: step)
      return true
    }
  }
}
