import PlayheadCoding
import PlayheadFlux
import PlayheadLog

extension ActionWriter {
  /// Adds a note after the last step, for readers of the log. Without room, it drops the note; the next note
  /// gives the number of dropped ones.
  func mark(_ text: String) {
    guard !isClosed, isOurs else { return }
    guard hasRoom, !isBlocked else { return lostNotes += 1 }
    noteLostNotes()
    guard tail.append(Note(step: step, moment: clock.now, text: text)) else {
      return lostNotes += 1
    }
  }

  private func noteLostNotes() {
    guard lostNotes > 0 else { return }
    let text = "notes missing here because the log could not be written: \(lostNotes)"
    guard tail.append(Note(step: step, moment: clock.now, text: text)) else { return }
    lostNotes = 0
  }

  /// Whether there is room for records that belong to no action: limits memory while the disk is slow.
  var hasRoom: Bool {
    if !flusher.hasRoom, options.waits { try? flusher.wait() }
    return flusher.hasRoom
  }

  /// Leaves out later actions, until `resume()`. Their steps count, and a gap in the log has them.
  func pause() {
    guard isOurs else { return }
    intent = nil
    switch mode {
    case .recording: drop(from: step.next, .paused, "")
    case .dropping(_, let reason, _) where reason != .paused:
      // That gap would end by itself, but this one must not. Ending it takes the states.
      intent = .pause
      endGapBetweenActions()
    case .dropping, .closed: break
    }
  }

  /// Keeps a pause that begins with the next action, where an earlier action has to be left out.
  func keepPause() {
    if case .dropping(_, .paused, _) = mode { intent = .pause }
  }

  /// Continues after `pause()` from the states after the last action.
  func resume() {
    guard case .dropping(let first, let reason, _) = mode, isOurs else { return }
    if reason == .paused, first > step {
      (mode, intent) = (.recording, nil)
      return writeDueStoreList()
    }
    intent = .resume
    endGapBetweenActions()
  }

  /// Ends the gap at once if a dispatcher has the states. Those of an app's own stores are written by the next action:
  /// their `encode(to:)` runs only where the app records.
  private func endGapBetweenActions() {
    if lock == nil { endGap() }
  }

  /// Ends a gap with the current states. If they are unknown or cannot be encoded, later actions are left out, too,
  /// and the next one tries again. In a turn, with no lock held.
  func endGap() {
    if options.waits, !flusher.hasRoom { try? flusher.wait() }
    guard let (step, states) = locked({ statesAfterGap() }) else { return }
    let result = Result { try Self.checkpoint(of: states, at: step, rows) }
    locked { endGap(with: result, at: step) }
  }

  private func statesAfterGap() -> (Step, [any Encodable & Sendable])? {
    guard case .dropping = mode, isOurs, !isHandling, encoding == nil else { return nil }
    guard flusher.hasRoom, let states = self.states() else { return nil }
    encoding = .states(step)
    return (step, states)
  }

  private func endGap(with checkpoint: Result<CheckpointDraft, any Error>, at step: Step) {
    encoding = nil
    // An `encode(to:)` may have recorded an action, and the app may have closed or paused the recording.
    guard case .dropping(let first, let reason, let detail) = mode, step == self.step, isOurs,
      reason != .paused || intent != nil
    else { return }
    do {
      let checkpoint = try checkpoint.get()
      appendGap(from: first, reason, detail)
      // Even if the log has the list: a reader that begins here finds everything in one frame.
      try addStoreListOfCheckpoint()
      try tail.append(checkpoint, meanings)
      mode = .recording
      segmentTimer?.keeper.retry()
      writeDueStoreList()
      if intent == .pause { drop(from: step.next, .paused, "") }
      intent = nil
      if stateFailure != nil { flusher.reportRecovery() }
      stateFailure = nil
    } catch {
      noteStateFault(error)
    }
  }

  /// Leaves out actions because no replay could continue from the states. The message does not quote the error, which
  /// may hold values.
  func noteStateFault(_ error: any Error) {
    let reason = sentence(of: error)
    var last = step
    if case .dropping(let first, let reason, let detail) = mode {
      last = Step(first.number - 1)
      if reason != .unencodableState { appendGap(from: first, reason, detail) }
    }
    if case .dropping(_, .unencodableState, _) = mode {
    } else {
      mode = .dropping(first: step.next, reason: .unencodableState, detail: reason)
    }
    guard stateFailure == nil else { return }
    let failure = LogError.incomplete(path: flusher.path, after: last, reason: reason)
    stateFailure = failure
    flusher.reportFailure(failure)
  }

  private func sentence(of error: any Error) -> String {
    switch error {
    case let fault as StateFault:
      let names = storeList?.stores ?? header.stores
      let name = names.indices.contains(fault.number) ? "'\(names[fault.number])' " : ""
      return "the state of store \(name)cannot be encoded: \(refusal(fault.error))"
    case LogError.unwritable(_, .content(let sentence)): return sentence
    default: return "a state cannot be encoded: \(refusal(error))"
    }
  }

  /// Writes the initial states again, after they changed without a recorded action. The later of two
  /// checkpoints of one step counts.
  func beginAgain() {
    guard isOurs, let states = self.states() else { return }
    encoding = .states(step)
    defer { encoding = nil }
    do {
      try tail.append(Self.checkpoint(of: states, at: step, rows), meanings)
    } catch {
      noteStateFault(error)
    }
  }

  /// Continues after an overrun or a failure, because a flush makes room. Returns whether it wrote something.
  func resumeAfterFlush() -> Bool {
    guard case .dropping(let first, let reason, let detail) = mode,
      reason == .overrun || reason == .unwritable, !isHandling, flusher.hasRoom
    else { return false }
    appendGap(from: first, reason, detail)
    if intent == nil { intent = .resume }
    endGapBetweenActions()
    return true
  }

  /// Hands over the remaining records, and accepts no more.
  func finish() {
    guard !isClosed else { return }
    guard isOurs else { return mode = .closed }
    if case .action(let step, let thread) = encoding, case .recording = mode {
      let isOwn = thread == 0 || thread == Lock.currentThread
      drop(
        from: step, .unencodable,
        isOwn ? "its 'encode(to:)' closed the recording" : "the recording was closed meanwhile")
    }
    finishGap()
    noteLostNotes()
    settleUnended()
    handOverNow()
    // During an action the states are incomplete. After a jump they are not those of the last action.
    if case .every = options.digests, case .recording = mode, !isHandling, jumpedAt != step,
      let states = states()
    {
      flusher.digest(states, at: step, isOptional: false)
    }
    mode = .closed
    flusher.close(at: step, clock.now)
  }

  /// Waits for the flusher and its notices.
  func waitUntilWritten() throws {
    guard isOurs else { return }
    try flusher.waitForNotices()
    if let failure = locked({ stateFailure }) { throw failure }
  }

  var isClosed: Bool {
    if case .closed = mode { return true }
    return false
  }

  /// Leaves out actions from `first` on, until there is room again.
  func drop(from first: Step) {
    let failure = flusher.failure
    if case .unwritable(_, let reason) = failure {
      drop(from: first, .unwritable, reason.sentence)
    } else {
      drop(from: first, failure == nil ? .overrun : .unwritable, "")
    }
  }

  func drop(from first: Step, _ reason: GapReason, _ detail: String) {
    mode = .dropping(first: first, reason: reason, detail: detail)
  }

  /// Ends actions of `willHandle` without `didHandle`: an outcome that is missing hides those of later actions.
  private func settleUnended() {
    for handled in handling where handled.isPair && handled.step < step {
      settle(handled, StoreSet.possible(numbers), [])
    }
  }

  private func finishGap() {
    guard case .dropping(let first, let reason, let detail) = mode else { return }
    appendGap(from: first, reason, detail)
  }

  /// Writes the gap up to this step, except for the part that the tail has.
  func appendGap(from first: Step, _ reason: GapReason, _ detail: String) {
    let first = max(first, lastGapStep.next)
    guard first <= step else { return }
    tail.append(Gap(steps: first...step, reason: reason, detail: detail))
    lastGapStep = step
  }
}
