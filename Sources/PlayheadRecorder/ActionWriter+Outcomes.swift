import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import Synchronization

/// The end of an action, and what is due between two actions.
extension ActionWriter {
  /// Writes the outcome of the last action of a dispatcher.
  func didHandle(changed: [Int], draws: [Draw]) {
    guard let step = handling.last?.step, let handled = end(step) else { return }
    settle(handled, changed, draws)
    perform(dueWork())
  }

  /// Ends the handling of a step's action, usually the last one; `nil` if it is not being handled.
  func end(_ step: Step) -> Handling? {
    // Its own `encode(to:)` cannot end an action.
    if case .action(step, _) = encoding { return nil }
    if handling.last?.step == step { return handling.popLast() }
    return handling.lastIndex { $0.step == step }.map { handling.remove(at: $0) }
  }

  /// Ends all actions, whose outcomes are unknown, and returns them.
  func forgetUnended() -> [Handling] {
    report(.neverHandled)
    let unended = handling
    handling = []
    for handled in unended { settle(handled, StoreSet.possible(numbers), []) }
    return unended
  }

  /// Whether the action of `step` is being handled and ends with `didHandle`.
  func isPair(_ step: Step) -> Bool { handling.contains { $0.step == step && $0.isPair } }

  /// Whether an action is being handled, so that states are incomplete.
  var isHandling: Bool { !handling.isEmpty }

  /// Writes the outcome of an action, unless the recording was closed meanwhile.
  func settle(_ handled: Handling, _ changed: [Int], _ draws: [Draw]) {
    guard let index = handled.index, !isClosed, isOurs else { return }
    for draw in draws { append(draw, of: index) }
    tail.setOutcome(
      of: index, changed: storeSets.number(of: changed),
      nanoseconds: clock.monotonic &- handled.started
    ) { meanings }
    if handsOverWhenHandled, tail.open == 0 { handOverNow() }
  }

  private func append(_ draw: Draw, of index: Int) {
    let shape: Int?
    switch draw {
    case .date(let date): shape = try? drawRows.encode(date)
    case .uuid(let uuid): shape = try? drawRows.encode(uuid)
    case .random(let bits): shape = try? drawRows.encode(bits)
    }
    guard let shape else { return }
    tail.appendDraw(of: index, shape: shape, row: drawRows.bytes.bytes) { meanings }
  }

  // MARK: Between actions

  /// What remains to be done after an action. It calls the states' `encode(to:)`, so no lock may be held.
  enum Work { case nothing, digests, checkpoint, storeList }

  /// Does what is due after an action, but for the work that it returns. Within another action, states are
  /// incomplete.
  @inline(__always)
  func dueWork() -> Work {
    guard !isHandling, encoding == nil, isOurs else { return .nothing }
    var work = Work.nothing
    switch mode {
    case .recording:
      if storeListIsDue { return .storeList }
      if digestsAreDue() { return .digests }
      if tail.isFull, tail.open == 0 { handOverNow() }
      if rows.tableSize > Self.tableLimit { forgetShapes() }
    case .dropping(_, let reason, _): if canEndGap(reason) { work = .checkpoint }
    case .closed: break
    }
    if work == .nothing { flusher.planLook() }
    return work
  }

  /// Whether a gap can end now, judging by its reason.
  private func canEndGap(_ reason: GapReason) -> Bool {
    switch reason {
    case _ where intent != nil: true
    case .unencodable, .unencodableState, .overlapped, .statesSet: true
    case .unwritable, .overrun: flusher.hasCaughtUp
    default: false
    }
  }

  func perform(_ work: Work) {
    switch work {
    case .nothing: return
    case .checkpoint: endGap()
    case .digests: digest()
    case .storeList: writeStoreListInTurn()
    }
    locked {
      if case .recording = mode, tail.isFull { handOver() }
      if rows.tableSize > Self.tableLimit, encoding == nil, !isHandling { forgetShapes() }
      flusher.planLook()
    }
  }

  /// Whether the thread has to compute digests itself; otherwise has the flusher do it in time.
  private func digestsAreDue() -> Bool {
    guard case .every(let interval) = options.digests else { return false }
    if interval <= 1 { return true }
    if step.number % UInt64(interval) == 0, let states = self.states() {
      flusher.digest(states, at: step, isOptional: !options.waits)
    }
    return false
  }

  private func digest() {
    let now = locked { () -> (step: Step, states: [any Encodable & Sendable])? in
      guard let states = self.states() else { return nil }
      encoding = .states(step)
      return (step, states)
    }
    guard let (step, states) = now else { return }
    let digests = try? states.map { try encoder.digest(of: $0) }
    locked {
      encoding = nil
      guard let digests, case .recording = mode, self.step == step else { return }
      tail.append(StateDigests(step: step, stores: digests))
    }
  }
}
