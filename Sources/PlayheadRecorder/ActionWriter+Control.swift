import PlayheadLog

extension ActionWriter {
  /// Adds a note after the last step, for readers of the log. Without room for long, notes are left out, and the next note
  /// says how many.
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

  /// Whether there is room for records that belong to no action, so that memory stays bounded while the disk is slow.
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
      // That gap would end by itself, and this one must not. It ends with complete states and room for them, or the pause
      // is put off.
      guard !isHandling, hasRoom else { return intent = .pause }
      resume()
      if case .recording = mode { leaveOut(from: step.next, .paused, "") }
    case .leavingOut, .closed:
      break
    }
  }

  /// Continues after `pause()` from the present states; while an action is being handled, after that.
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

  /// Ends the log because states cannot be encoded, without which nothing after `first` could be replayed. The error may
  /// hold their values, which belong in no message.
  func giveUp(from first: Step, _ error: any Error) {
    let fault = (error as? TailFault)?.sentence ?? "a state cannot be encoded"
    let reason = error is TailFault ? fault : "\(fault), it throws \(type(of: error))"
    flusher.fail(.unwritable(path: flusher.path, reason: .content(reason)), isFinal: true)
    leaveOut(from: first, .unwritable, fault)
  }

  /// Writes the initial states again, after they changed without a recorded action. Of two checkpoints of one step the
  /// later counts.
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
