import PlayheadCoding
import PlayheadLog
import Synchronization

extension ActionWriter {
  /// Begins another segment if it is due. Called before an action, when states are of the last step.
  ///
  /// The dispatching thread copies the states; the flusher encodes and writes them. Until then the tail has
  /// later actions. If that fails, the present segment continues, up to its full length; then actions are left
  /// out until a segment can begin.
  @inline(__always)
  func beginSegmentIfDue() {
    guard pace?.isDue(clock) == true else { return }
    beginSegment()
  }

  @inline(never)
  private func beginSegment() {
    guard isOurs, !isHandling, tail.open == 0, case .recording = mode else { return }
    if isBlocked { return leaveOutForLackOfSegment() }
    let now = clock.now
    guard let time = pace?.begin(after: step, at: now.monotonic) else { return }
    handOverNow()
    flusher.beginSegment(order(at: now, time: time))
  }

  /// Whether the newest segment is full and no other can begin.
  var isBlocked: Bool { pace?.keeper.next.load(ordering: .relaxed) == .blocked }

  private func leaveOutForLackOfSegment() {
    let detail = "no further segment can begin"
    leaveOut(from: step.next, .unencodable, detail)
    // In case the app ends before a segment can begin.
    guard hasRoom else { return }
    tail.append(Gap(steps: step.next...step.next, reason: .unencodable, detail: detail))
    toldGap = step.next
  }

  /// Begins a segment after a gap, if it has to be there before actions can follow. Returns whether actions
  /// can follow now, in the newest segment.
  func hasSegmentAfterGap(from first: Step, _ reason: GapReason, _ detail: String) -> Bool {
    guard let keeper = pace?.keeper else { return true }
    if isBlocked, tail.open == 0, let checkpoint = encodedStates(),
      pace?.begin(after: step, at: clock.monotonic) != nil
    {
      let now = clock.now
      var order = order(at: now)
      order.checkpoint = checkpoint
      let start = max(first, toldGap.next)
      if start <= step { order.gap = Gap(steps: start...step, reason: reason, detail: detail) }
      segmentAfterGap = step
      handOverNow()
      flusher.beginSegment(order)
    }
    switch keeper.next.load(ordering: .relaxed) {
    case .blocked: return false
    case .underWay: return segmentAfterGap == nil
    case .later, .due:
      // The ended segment has the gap up to here.
      if let segmentAfterGap { toldGap = max(toldGap, segmentAfterGap) }
      segmentAfterGap = nil
      return true
    }
  }

  /// The states, with their shapes; `nil` if they cannot be encoded.
  private func encodedStates() -> EncodedStates? {
    isEncoding = true
    defer { isEncoding = false }
    let rows = RowEncoding(redaction: redaction)
    guard let checkpoint = try? Self.checkpoint(of: states(), at: step, rows), !isClosed else {
      return nil
    }
    return EncodedStates(checkpoint: checkpoint, shapes: rows.shapes)
  }

  /// The beginning of a log or a segment that begins now.
  func order(at now: Moment, time: Int64? = nil) -> SegmentOrder {
    var header = header
    header.start = now
    if let storeList { header.stores = storeList.stores }
    var storeList = storeList
    storeList?.step = step
    storeList?.arrived = []
    return SegmentOrder(
      header: header, storeList: storeList, states: states(), redaction: redaction, step: step,
      time: time ?? now.monotonic)
  }

  // MARK: Deleted files

  /// Plans the next look at the files, or acts on the last one. Called between actions.
  @inline(never)
  func attendToFiles() {
    guard isOurs, !isHandling, !isClosed else { return }
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
    guard isOurs, !isHandling, tail.open == 0 else { return false }
    switch mode {
    case .recording, .leavingOut(_, .unwritable, _), .leavingOut(_, .overrun, _): break
    case .leavingOut, .closed: return false
    }
    let (isDeleted, _) = flusher.watch.compareExchange(
      expected: .logDeleted, desired: .renewing, ordering: .relaxed)
    guard isDeleted else { return false }
    handOverNow()
    flusher.beginLogAgain(order(at: clock.now))
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
  /// The states if they are encoded already.
  var checkpoint: EncodedStates?
  /// The left-out steps before the segment that the ended one lacks.
  var gap: Gap?

  func beginning(after mark: FlushMark?) throws -> SegmentBeginning {
    let states = try checkpoint ?? encoded()
    var beginning = SegmentBeginning(
      header: header, storeList: storeList, checkpoint: states.checkpoint, shapes: states.shapes,
      mark: mark)
    beginning.gap = gap
    return beginning
  }

  private func encoded() throws -> EncodedStates {
    let rows = RowEncoding(redaction: redaction)
    let checkpoint = try ActionWriter.checkpoint(of: states, at: step, rows)
    return EncodedStates(checkpoint: checkpoint, shapes: rows.shapes)
  }
}

/// A checkpoint and its shapes. Unchecked because nothing changes them once they are made.
struct EncodedStates: @unchecked Sendable {
  let checkpoint: CheckpointDraft
  let shapes: [Shape]
}
