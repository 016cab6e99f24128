import PlayheadLog

extension ActionWriter {
  /// Adds a remark after the last step, for readers of the log: `mark("user reported a bug")`.
  ///
  /// Where the disk takes nothing for long, notes are left out as actions are; the next one that finds
  /// room is preceded by their number.
  func mark(_ text: String) {
    guard !isClosed, isOurs else { return }
    guard hasRoom else { return lostNotes += 1 }
    noteLostNotes()
    guard tail.append(Note(step: step, moment: clock.now, text: text)) else {
      return lostNotes += 1
    }
  }

  private func noteLostNotes() {
    guard lostNotes > 0 else { return }
    let text = "notes that are missing here, because the log could not be written: \(lostNotes)"
    guard tail.append(Note(step: step, moment: clock.now, text: text)) else { return }
    lostNotes = 0
  }

  /// Whether there is room for what is written on no action's behalf, so that memory stays bounded
  /// whatever the app does while the disk takes nothing.
  var hasRoom: Bool {
    if !flusher.hasRoom, options.waits { try? flusher.wait() }
    return flusher.hasRoom
  }

  /// Leaves out what comes, until `resume()`. The steps are counted, and a gap in the log says so.
  func pause() {
    guard isOurs else { return }
    intent = nil
    switch mode {
    case .recording:
      leaveOut(from: step.next, .paused, "")
    case .leavingOut(_, let reason, _) where reason != .paused:
      // That gap would end by itself, and this one must not. It ends with the states, as every gap does:
      // they are not in the making, and there is room for them, or it is put off.
      guard !isHandling, hasRoom else { return intent = .pause }
      resume()
      if case .recording = mode { leaveOut(from: step.next, .paused, "") }
    case .leavingOut, .closed:
      break
    }
  }

  /// Goes on after `pause()`, with the states as they are now, so that replay can go on from here.
  ///
  /// While an action is being handled, the states are in the making: it goes on when that is done.
  func resume() {
    guard case .leavingOut(let first, let reason, let detail) = mode, isOurs else { return }
    guard first <= step else {
      mode = .recording
      return writeDueStoreList()
    }
    intent = isHandling || isEncoding || !hasRoom ? .resume : nil
    guard intent == nil else { return }
    var unwritten = first
    do {
      let checkpoint = try checkpoint(of: states())
      // A state's `encode(to:)` may have closed the recording.
      if isClosed { return }
      appendGap(from: first, reason, detail)
      unwritten = step.next
      // Also if the log has it: a reader that begins here finds everything in one frame.
      try addStoreListOfCheckpoint()
      try tail.append(checkpoint, meanings)
      mode = .recording
    } catch {
      giveUp(from: unwritten, error)
    }
  }

  /// Ends the log for lack of states, without which nothing after `first` could be replayed.
  ///
  /// The error may hold their values, which belong in no message.
  func giveUp(from first: Step, _ error: any Error) {
    let fault = (error as? TailFault)?.sentence ?? "a state cannot be encoded"
    let reason = error is TailFault ? fault : "\(fault), it throws \(type(of: error))"
    flusher.fail(.unwritable(path: flusher.path, reason: .content(reason)), isFinal: true)
    leaveOut(from: first, .unwritable, fault)
  }

  /// Writes the initial states again: they have changed since, without any action of the log.
  ///
  /// Of two checkpoints of one step the later counts.
  func beginAgain() {
    guard isOurs, let checkpoint = try? checkpoint(of: states()) else {
      return
    }
    do { try tail.append(checkpoint, meanings) } catch { giveUp(from: step.next, error) }
  }

  /// Goes on where actions had to be left out, after a flush: there is room again. Returns whether it does.
  func goOnAfterFlush() -> Bool {
    guard case .leavingOut(_, let reason, _) = mode, reason == .overrun || reason == .unwritable,
      !isHandling
    else { return false }
    resume()
    return true
  }

  /// Hands over everything that is left, and takes no more.
  func finish() {
    guard !isClosed else { return }
    guard isOurs else { return mode = .closed }
    if isEncoding { leaveOut(from: step, .unencodable, "its 'encode(to:)' closed the recording") }
    endGap()
    noteLostNotes()
    handOverNow()
    // While an action is being handled, the states are in the making.
    if case .every = options.digests, case .recording = mode, !isHandling {
      flusher.digest(states(), at: step, isOptional: false)
    }
    mode = .closed
    let now = clock.now
    flusher.close(at: step, now, renewing: isHandling ? nil : order(at: now))
  }

  /// Waits for the other threads.
  func waitUntilWritten() throws {
    if isOurs { try flusher.waitForNotices() }
  }

  var isClosed: Bool {
    if case .closed = mode { return true }
    return false
  }

  /// Leaves out what comes until there is room again.
  func leaveOut(from first: Step) {
    let failure = flusher.failure
    if case .unwritable(_, let reason) = failure {
      leaveOut(from: first, .unwritable, reason.sentence)
    } else {
      leaveOut(from: first, failure == nil ? .overrun : .unwritable, "")
    }
  }

  func leaveOut(from first: Step, _ reason: GapReason, _ detail: String) {
    mode = .leavingOut(first: first, reason: reason, detail: detail)
  }

  private func endGap() {
    guard case .leavingOut(let first, let reason, let detail) = mode else { return }
    appendGap(from: first, reason, detail)
  }

  /// Writes the gap up to here, as far as it is not in the tail by now.
  private func appendGap(from first: Step, _ reason: GapReason, _ detail: String) {
    let first = max(first, toldGap.next)
    guard first <= step else { return }
    tail.append(Gap(steps: first...step, reason: reason, detail: detail))
  }
}
