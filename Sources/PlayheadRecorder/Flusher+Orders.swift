import Dispatch
import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// What the recording asks for, from the thread that dispatches.
extension Flusher {
  /// Puts a page's records into the log.
  func take(_ page: TailPage) {
    state.withLock { $0.backlog += 1 }
    queue.async { [self] in
      held.append(page)
      flushHeld()
    }
    // Where segments begin is not to depend on how fast that is.
    if keeper != nil, options.waits { try? wait() }
  }

  /// Digests `states` unless two such orders wait already and this one may be left out.
  func digest(_ states: [any Encodable & Sendable], at step: Step, isOptional: Bool) {
    let isBusy = state.withLock { state in
      if isOptional, state.digestsUnderWay >= 2 { return true }
      state.digestsUnderWay += 1
      return false
    }
    guard !isBusy else { return }
    queue.async { [self] in
      defer { state.withLock { $0.digestsUnderWay -= 1 } }
      // A state that cannot be encoded has no digest; the replay will say so where it matters.
      guard let digests = try? states.map({ try encoder.digest(of: $0) }) else { return }
      pages.add(StateDigests(step: step, stores: digests))
    }
  }

  /// Ends the log when everything before is written, and removes the tail if the log has it all. If the log was deleted, a
  /// new one that begins as `order` says is ended.
  func close(at step: Step, _ moment: Moment, renewing order: SegmentOrder?) {
    queue.async { [self] in
      flushHeld()
      noticeDeletedLog()
      if let order { renewLog(order) }
      // What is still in the tail stays there: with the log it is the whole recording.
      if canEnd {
        attempt {
          try pages.end(at: step, moment)
          try writer.writeIndex()
          if options.durability != .none { try writer.sync() }
          recover()
        }
      }
      isEnded = true
      if pool.isTail(of: held) { tellOfTail() }
      (held, taken) = ([], 0)
      pool.close(removing: failure == nil)
      writer.letGo()
    }
  }

  /// What could not be written is not lost if the pages are in a file.
  private func tellOfTail() {
    state.withLock { state in
      guard case .unwritable(let path, let reason) = state.failure else { return }
      state.failure = .unfinished(path: path, reason: reason)
    }
  }

  /// Writes everything before to the file, and waits for that.
  func flush() throws {
    queue.async { [self] in
      flushHeld()
      noticeDeletedLog()
      if failure == nil, !isEnded { attempt { try pages.flush() } }
    }
    try wait()
  }

  /// Waits until everything before is done. Writes nothing, so that waiting leaves no trace in a log.
  func wait() throws {
    queue.sync {}
    if let failure { throw failure }
  }

  /// The same, and until the app was told of everything; not to be called by a thread that the app may wait for there.
  func waitForNotices() throws {
    queue.sync {}
    if DispatchQueue.getSpecific(key: Self.isNotice) == nil { notices.sync {} }
    if let failure { throw failure }
  }
}

// MARK: - Segments

extension Flusher {
  /// Begins another segment behind the pages that it was given so far.
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
      // Digests of the steps before it.
      try pages.flush()
      try keeper.begin(order.beginning(after: pages.mark), at: order.time, writer)
      if keeper.isFailing { tellOfRecovery() }
      keeper.isFailing = false
    } catch {
      if keeper.makeRoom(for: error) { return begin(order, keeper) }
      if !keeper.isFailing { tellOfFailure(unwritable(error)) }
      keeper.isFailing = true
      keeper.postpone()
    }
  }
}
