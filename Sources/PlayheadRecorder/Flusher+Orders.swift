import Dispatch
import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// Orders from the dispatching thread.
extension Flusher {
  /// Puts a page's records into the log.
  func enqueue(_ page: TailPage) {
    state.withLock { $0.backlog += 1 }
    queue.async { [self] in
      held.append(page)
      flushHeld()
    }
    // Waits, so that the speed of the flusher does not decide where segments begin.
    if keeper != nil, options.waits { try? wait() }
  }

  /// Digests `states`; if `isOptional`, not while two such orders are waiting.
  func digest(_ states: [any Encodable & Sendable], at step: Step, isOptional: Bool) {
    let isBusy = state.withLock { state in
      if isOptional, state.digestsUnderWay >= 2 { return true }
      state.digestsUnderWay += 1
      return false
    }
    guard !isBusy else { return }
    queue.async { [self] in
      defer { state.withLock { $0.digestsUnderWay -= 1 } }
      // A state that cannot be encoded has no digest; a replay reports that if it matters.
      guard let digests = try? states.map({ try encoder.digest(of: $0) }) else { return }
      pages.add(StateDigests(step: step, stores: digests))
    }
  }

  /// Ends the log when everything before is written, and removes the tail if the log has all of it.
  func close(at step: Step, _ moment: Moment) {
    queue.async { [self] in
      flushHeld()
      reportDeletion()
      // The tail keeps what the log lacks: both files together are the recording.
      if canEnd {
        attempt {
          try pages.end(at: step, moment)
          try writer.writeIndex()
          if options.durability != .none { try writer.sync() }
          recover()
        }
      }
      isEnded = true
      if pool.isTail(of: held) { reportUnfinished() }
      (held, flushedCount) = ([], 0)
      pool.close(removing: failure == nil)
      writer.closeFile()
    }
  }

  /// Replaces the failure by `.unfinished`: the pages are in a file, so their records are not lost.
  private func reportUnfinished() {
    state.withLock { state in
      guard case .unwritable(let path, let reason) = state.failure else { return }
      state.failure = .unfinished(path: path, reason: reason)
    }
  }

  /// Writes everything before to the file, and waits for that.
  func flush() throws {
    queue.async { [self] in
      flushHeld()
      reportDeletion()
      if failure == nil, !isEnded { attempt { try pages.flush() } }
    }
    try wait()
  }

  /// Waits until everything before is done. Writes nothing, so that waiting leaves no trace in a log.
  func wait() throws {
    if !isCurrent { queue.sync {} }
    if let failure { throw failure }
  }

  /// Also waits for the app's callbacks, but not forever: one of them may wait for the calling thread.
  func waitForNotices() throws {
    if !isCurrent { queue.sync {} }
    if DispatchQueue.getSpecific(key: Self.isNotice) == nil {
      let isDone = DispatchGroup()
      notices.async(group: isDone) {}
      _ = isDone.wait(timeout: .now() + .milliseconds(HandlingTurns.longestWait))
    }
    if let failure { throw failure }
  }
}

// MARK: - Segments

extension Flusher {
  /// Begins another segment after the pages handed over so far.
  func beginSegment(_ order: SegmentOrder) {
    guard let keeper else { return }
    queue.async { [self] in
      // Pages that wait for the disk belong before the segment.
      if held.isEmpty { begin(order, keeper) } else { keeper.postpone() }
    }
    if options.waits { try? wait() }
  }

  private func begin(_ order: SegmentOrder, _ keeper: SegmentKeeper) {
    do {
      // The digests of earlier steps.
      try pages.flush()
      try keeper.begin(order.beginning(after: pages.mark), at: order.header.start.monotonic, writer)
      if keeper.isFailing { reportRecovery() }
      keeper.isFailing = false
    } catch {
      if keeper.makeRoom(for: error) { return begin(order, keeper) }
      if !keeper.isFailing { reportFailure(unwritable(error)) }
      keeper.isFailing = true
      // What the disk refuses is tried again with the next page. What cannot be encoded has no other place.
      if error is LogError { keeper.postpone() } else { keeper.noteFailure(length: writer.length) }
    }
  }
}
