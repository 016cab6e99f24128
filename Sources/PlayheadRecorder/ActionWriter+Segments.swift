import PlayheadCoding
import PlayheadLog
import Synchronization

extension ActionWriter {
  /// Begins another segment if it is due. Called before an action, when states are of the last step.
  ///
  /// The dispatching thread copies the states; the flusher encodes and writes them. Until then the tail has
  /// later actions. If that fails, the current segment continues, up to its full length; then actions are left
  /// out until a segment can begin.
  @inline(__always)
  func beginSegmentIfDue() {
    guard segmentTimer != nil else { return }
    locked { if segmentTimer?.isDue(clock) == true { beginSegment() } }
  }

  @inline(never)
  private func beginSegment() {
    guard isOurs, !isHandling, encoding == nil, tail.open == 0, case .recording = mode else {
      return
    }
    guard !isBlocked, let states = self.states() else { return dropForLackOfSegment() }
    let now = clock.now
    guard let time = segmentTimer?.begin(after: step, at: now.monotonic) else { return }
    handOver()
    flusher.beginSegment(order(states, at: now, time: time))
  }

  /// Whether the newest segment is full and no other can begin.
  var isBlocked: Bool { segmentTimer?.keeper.next.load(ordering: .relaxed) == .blocked }

  /// Leaves out actions if the newest segment is full.
  private func dropForLackOfSegment() {
    guard segmentTimer?.keeper.block() == true else { return }
    let detail = "the states are unknown or cannot be encoded, so no further segment can begin"
    drop(from: step.next, .unencodableState, detail)
    // In case the app ends before a segment can begin.
    guard hasRoom else { return }
    tail.append(Gap(steps: step.next...step.next, reason: .unencodableState, detail: detail))
    lastGapStep = step.next
  }

  /// Whether actions can follow a gap in the newest segment. If that is full, has another one begin with these
  /// states, which the flusher does later.
  func hasSegment(after gap: Gap, _ checkpoint: CheckpointDraft) -> Bool {
    if isBlocked, tail.open == 0, segmentTimer?.begin(after: step, at: clock.monotonic) != nil {
      var order = order([], at: clock.now)
      order.checkpoint = EncodedStates(checkpoint: checkpoint, shapes: DecodingCore(rows.table))
      let start = max(gap.steps.lowerBound, lastGapStep.next)
      if start <= step {
        order.gap = Gap(steps: start...step, reason: gap.reason, detail: gap.detail)
      }
      segmentAfterGap = step
      handOverNow()
      flusher.beginSegment(order)
    }
    return !awaitsSegment() && !isBlocked
  }

  /// Whether a segment that ends a gap is about to begin. Until that is known, no gap is written: one that begins
  /// puts the gap up to its own step into the segment before.
  func awaitsSegment() -> Bool {
    guard let begun = segmentAfterGap, let next = segmentTimer?.keeper.next.load(ordering: .relaxed)
    else {
      return false
    }
    switch next {
    case .underWay: return true
    case .blocked: break
    case .later, .due: lastGapStep = max(lastGapStep, begun)
    }
    segmentAfterGap = nil
    return false
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
    var beginning = SegmentBeginning(header, states.checkpoint, states.shapes)
    (beginning.storeList, beginning.mark, beginning.gap) = (storeList, mark, gap)
    return beginning
  }

  private func encoded() throws -> EncodedStates {
    let rows = RowEncoding(redaction: redaction)
    let checkpoint = try StateFault.unwrapped {
      try ActionWriter.checkpoint(of: states, at: step, rows)
    }
    return EncodedStates(checkpoint: checkpoint, shapes: DecodingCore(rows.table))
  }
}

/// A checkpoint and its shapes. Unchecked because nothing changes them once they are made.
struct EncodedStates: @unchecked Sendable {
  let checkpoint: CheckpointDraft
  let shapes: DecodingCore
}
