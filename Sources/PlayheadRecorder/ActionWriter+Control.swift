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
    case .recording:
      leaveOut(from: step.next, .paused, "")
    case .leavingOut(_, let reason, _) where reason != .paused:
      // That gap would end by itself, but this one must not. Ending it takes complete states, and room for
      // them; otherwise the pause is postponed.
      guard !isHandling, hasRoom else { return intent = .pause }
      resume()
      // Or when a segment has begun, if it takes one.
      if case .recording = mode { leaveOut(from: step.next, .paused, "") } else { intent = .pause }
    case .leavingOut, .closed:
      break
    }
  }

  /// Continues after `pause()` from the current states; during an action, postpones this until its end.
  func resume() {
    guard case .leavingOut(let first, let reason, let detail) = mode, isOurs else { return }
    guard first <= step else {
      mode = .recording
      return writeDueStoreList()
    }
    intent = isHandling || isEncoding || !hasRoom ? .resume : nil
    guard intent == nil else { return }
    guard hasSegmentAfterGap(from: first, reason, detail) else { return intent = .resume }
    // The segment's own states are those of this step.
    if toldGap >= step, pace?.isBegun(at: step) == true {
      mode = .recording
      return writeDueStoreList()
    }
    var unwritten = first
    do {
      let checkpoint = try checkpoint(of: states())
      if isClosed { return }
      appendGap(from: first, reason, detail)
      unwritten = step.next
      // Even if the log has the list: a reader that begins here finds everything in one frame.
      try addStoreListOfCheckpoint()
      try tail.append(checkpoint, meanings)
      mode = .recording
    } catch {
      giveUp(from: unwritten, error)
    }
  }

  /// Ends the log because states cannot be encoded, so that a replay could not continue after `first`. The
  /// message does not quote the error, which may hold values.
  func giveUp(from first: Step, _ error: any Error) {
    let fault = (error as? TailFault)?.sentence ?? "a state cannot be encoded"
    let reason = error is TailFault ? fault : "\(fault), it throws \(type(of: error))"
    flusher.fail(.unwritable(path: flusher.path, reason: .content(reason)), isFinal: true)
    leaveOut(from: first, .unwritable, fault)
  }

  /// Writes the initial states again, after they changed without a recorded action. The later of two
  /// checkpoints of one step counts.
  func beginAgain() {
    guard isOurs, let checkpoint = try? checkpoint(of: states()) else {
      return
    }
    do { try tail.append(checkpoint, meanings) } catch { giveUp(from: step.next, error) }
  }

  /// Continues after an overrun or a failure, because a flush makes room. Returns whether it does.
  func goOnAfterFlush() -> Bool {
    guard case .leavingOut(_, let reason, _) = mode, reason == .overrun || reason == .unwritable,
      !isHandling
    else { return false }
    resume()
    return true
  }

  /// Hands over the remaining records, and accepts no more.
  func finish() {
    guard !isClosed else { return }
    guard isOurs else { return mode = .closed }
    if isEncoding { leaveOut(from: step, .unencodable, "its 'encode(to:)' closed the recording") }
    endGap()
    noteLostNotes()
    handOverNow()
    // During an action the states are incomplete.
    if case .every = options.digests, case .recording = mode, !isHandling {
      flusher.digest(states(), at: step, isOptional: false)
    }
    mode = .closed
    let now = clock.now
    flusher.close(at: step, now, renewing: isHandling ? nil : order(at: now))
  }

  /// Waits for the flusher and its notices.
  func waitUntilWritten() throws {
    if isOurs { try flusher.waitForNotices() }
  }

  var isClosed: Bool {
    if case .closed = mode { return true }
    return false
  }

  /// Leaves out actions from `first` on, until there is room again.
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
    if segmentAfterGap != nil {
      try? flusher.wait()
      _ = hasSegmentAfterGap(from: first, reason, detail)
    }
    appendGap(from: first, reason, detail)
  }

  /// Writes the gap up to this step, except for the part that the tail has.
  private func appendGap(from first: Step, _ reason: GapReason, _ detail: String) {
    let first = max(first, toldGap.next)
    guard first <= step else { return }
    tail.append(Gap(steps: first...step, reason: reason, detail: detail))
  }
}
