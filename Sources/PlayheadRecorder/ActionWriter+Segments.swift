import PlayheadCoding
import PlayheadLog
import Synchronization

extension ActionWriter {
  /// Begins another segment if it is due. Called before an action, when states are of the last step.
  ///
  /// The dispatching thread copies the states; the flusher encodes and writes them. Until then the tail has
  /// later actions. If that fails, the present segment continues.
  @inline(__always)
  func beginSegmentIfDue() {
    guard pace != nil else { return }
    locked { if pace?.isDue(clock) == true { beginSegment() } }
  }

  @inline(never)
  private func beginSegment() {
    guard isOurs, !isHandling, encoding == nil, tail.open == 0, case .recording = mode,
      let states = self.states()
    else { return }
    let now = clock.now
    guard let time = pace?.begin(after: step, at: now.monotonic) else { return }
    handOverInTurn()
    flusher.beginSegment(order(states, at: now, time: time))
  }

  /// The beginning of a log or a segment that begins now.
  func order(
    _ states: [any Encodable & Sendable], at now: Moment, time: Int64? = nil
  ) -> SegmentOrder {
    var header = header
    header.start = now
    if let storeList { header.stores = storeList.stores }
    var storeList = storeList
    storeList?.step = step
    storeList?.arrived = []
    return SegmentOrder(
      header: header, storeList: storeList, states: states, redaction: redaction, step: step,
      time: time ?? now.monotonic)
  }

  // MARK: Deleted files

  /// Plans the next look at the files, or acts on the last one. Called between actions.
  @inline(never)
  func attendToFiles() {
    guard isOurs, !isHandling, !isClosed, encoding == nil else { return }
    switch flusher.watch.load(ordering: .relaxed) {
    case .idle: flusher.planLook()
    case .planned, .renewing: break
    case .tailDeleted:
      flusher.watch.store(.idle, ordering: .relaxed)
      // The next action takes another page, which makes another tail.
      handOver()
    case .logDeleted: beginLogAgain()
    }
  }

  /// Begins a new log of the same name with the current states, because the log was deleted. Returns false if
  /// it cannot, for example during an action.
  @discardableResult
  func beginLogAgain() -> Bool {
    guard isOurs, !isHandling, encoding == nil, tail.open == 0, let states = self.states() else {
      return false
    }
    switch mode {
    case .recording, .leavingOut(_, .unwritable, _), .leavingOut(_, .overrun, _): break
    case .leavingOut, .closed: return false
    }
    let (isDeleted, _) = flusher.watch.compareExchange(
      expected: .logDeleted, desired: .renewing, ordering: .relaxed)
    guard isDeleted else { return false }
    handOverNow()
    flusher.beginLogAgain(order(states, at: clock.now))
    // Steps that were left out come before the new log's first step.
    (mode, storeListIsDue) = (.recording, false)
    return true
  }
}

/// The data for a new segment, from the dispatching thread.
struct SegmentOrder: Sendable {
  var header: LogHeader
  var storeList: StoreList?
  /// Copies of the states of all stores.
  var states: [any Encodable & Sendable]
  /// What to redact in the states.
  var redaction: Redaction?
  var step: Step
  /// The time, for the keeper.
  var time: Int64

  func beginning(after mark: FlushMark?) throws -> SegmentBeginning {
    let rows = RowEncoding(redaction: redaction)
    let checkpoint = try StateFault.unwrapped {
      try ActionWriter.checkpoint(of: states, at: step, rows)
    }
    return SegmentBeginning(
      header: header, storeList: storeList, checkpoint: checkpoint, shapes: rows.shapes, mark: mark)
  }
}
