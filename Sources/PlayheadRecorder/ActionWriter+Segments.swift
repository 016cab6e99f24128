import PlayheadCoding
import PlayheadLog
import Synchronization

extension ActionWriter {
  /// Begins another segment if it is due. Called before an action, when states are of the last step.
  ///
  /// The dispatching thread copies the states; the flusher encodes and writes them. Until then the tail has
  /// later actions. If that fails, the current segment continues, up to its full length; then actions are left
  /// out until the states can be encoded again.
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
    guard segmentTimer?.begin(after: step, at: now.monotonic) == true else { return }
    handOver()
    flusher.beginSegment(order(states, at: now))
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

  /// The beginning of a segment that begins now.
  private func order(_ states: [any Encodable & Sendable], at now: Moment) -> SegmentOrder {
    var header = header
    header.start = now
    if let storeList { header.stores = storeList.stores }
    var storeList = storeList
    storeList?.step = step
    storeList?.arrived = []
    return SegmentOrder(
      header: header, storeList: storeList, states: states, redaction: redaction, step: step)
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

  /// Encodes the states.
  func beginning(after mark: FlushMark?) throws -> SegmentBeginning {
    let rows = RowEncoding(redaction: redaction)
    let checkpoint = try StateFault.unwrapped {
      try ActionWriter.checkpoint(of: states, at: step, rows)
    }
    var beginning = SegmentBeginning(header, checkpoint, DecodingCore(rows.table))
    (beginning.storeList, beginning.mark) = (storeList, mark)
    return beginning
  }
}
