import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import Synchronization

extension ActionWriter {
  /// Store numbers for the places in `states`; places without a store are left out.
  func numbers(at places: [Int]) -> [Int] {
    if isPlain, places.allSatisfy(numbers.indices.contains) { return places }
    return places.filter(numbers.indices.contains).map { numbers[$0] }
  }

  /// Generic, because an existential would box a copy of the action. `typeNumber` gets the number of the
  /// action's shape.
  func willHandle<Action: Encodable>(
    _ action: Action, _ cause: Step?, on thread: UInt = 0,
    typeNumber: (inout TypeNumbers, Int) -> Int
  ) {
    let outer = begin(on: thread)
    // Appended first, because the action counts as being handled while its `encode(to:)` runs.
    handling.append(Handling(step: step, thread: thread))
    // A step of another recording, or a later one, cannot be a cause.
    let cause = cause.flatMap { $0 > .initial && $0 < step ? $0 : nil } ?? outer
    guard let started = write(action, cause, typeNumber) else { return }
    handling[handling.count - 1].index = tail.count - 1
    handling[handling.count - 1].started = started
  }

  /// Writes the action. Returns when its handling begins; `nil` if the action is left out.
  private func write<Action: Encodable>(
    _ action: Action, _ cause: Step?, _ typeNumber: (inout TypeNumbers, Int) -> Int
  ) -> Int64? {
    guard isOurs else { return nil }
    guard case .recording = mode else {
      noteLeftOut()
      return nil
    }
    do {
      let shape = try encode(action)
      // `encode(to:)` may have closed the recording. A pause begins with the next action.
      if isClosed { return nil }
      let now = clock.now
      let facts = ActionFacts(
        type: typeNumber(&types, shape), shape: shape, moment: now, cause: cause)
      if append(facts) { return now.monotonic }
      leaveOut(from: step)
      noteLeftOut()
    } catch {
      leaveOut(Refusal(of: action, error))
    }
    return nil
  }

  private func encode<Action: Encodable>(_ action: Action) throws -> Int {
    isEncoding = true
    defer { isEncoding = false }
    return try rows.encode(action)
  }

  /// Leaves out an action that cannot be encoded: the log gets its step and the reason.
  func willHandle(_ refusal: Refusal, on thread: UInt) {
    _ = begin(on: thread)
    defer { handling.append(Handling(step: step, thread: thread)) }
    guard isOurs else { return }
    guard case .recording = mode else { return noteLeftOut() }
    leaveOut(refusal)
  }

  /// Takes the next step; returns that of the enclosing action.
  private func begin(on thread: UInt) -> Step? {
    if isEncoding {
      fatalError(
        "The 'encode(to:)' of an action or a state must not record an action; record it elsewhere.")
    }
    beginSegmentIfDue()
    step = step.next
    return handling.last { $0.thread == thread }?.step
  }

  /// Leaves out the action that is about to be handled. Writes the gap at once, in case the app ends within
  /// the action, unless the outcome of another action has to come first.
  private func leaveOut(_ refusal: Refusal) {
    leaveOut(from: step, .unencodable, refusal.description)
    guard tail.open == 0, hasRoom else { return }
    tail.append(Gap(steps: step...step, reason: .unencodable, detail: refusal.description))
    toldGap = step
  }

  /// The gap follows later. If the app ends before that, the tail has this note.
  private func noteLeftOut() {
    guard case .leavingOut(_, let reason, _) = mode else { return }
    guard reason == .overrun || reason == .unwritable else { return }
    leftOutCount += 1
    tail.noteLeftOut(through: step, reason)
  }

  /// Whether this process began the recording, and is not a forked child.
  @inline(__always)
  var isOurs: Bool { generation == ForkGuard.generation }

  @inline(__always)
  private func append(_ facts: ActionFacts) -> Bool {
    guard appendNow(facts) || appendLater(facts) else { return false }
    if options.durability == .everyAction { syncTail() }
    return true
  }

  @inline(__always)
  private func appendNow(_ facts: ActionFacts) -> Bool {
    tail.append(
      facts, at: step, row: rows.row, innerShapes: rows.innerShapes
    ) { meanings }
  }

  /// Waits for room, if `options.waits`.
  @inline(never)
  private func appendLater(_ facts: ActionFacts) -> Bool {
    guard options.waits else { return false }
    // An error of `wait()` is also the flusher's failure.
    while flusher.failure == nil {
      try? flusher.wait()
      if appendNow(facts) { return true }
    }
    return false
  }

  private func syncTail() {
    do {
      try tail.sync()
      flusher.doubtfulPage = nil
    } catch {
      flusher.doubtfulPage = tail.number
      flusher.report(error)
    }
  }

  /// The names for the tail's numbers.
  var meanings: ChunkDraft.Names {
    ChunkDraft.Names(
      shapes: DecodingCore(rows.table), types: types.all, storeSets: storeSets.all,
      timing: options.timing)
  }

  /// Writes the outcome of an action: of `step`, or of the last one.
  func didHandle(_ step: Step? = nil, changed: [Int], draws: [Draw]) {
    guard let handled = endHandling(step) else { return }
    settle(handled, changed, draws)
    // Within another action the states are incomplete.
    guard !isHandling, isOurs else { return }
    if tail.hasRenewal { noteRenewal() }
    switch mode {
    case .recording:
      digestIfDue()
      if tail.isFull { handOver() }
      if rows.tableSize > Self.tableLimit { forgetShapes() }
    case .leavingOut where intent == .pause:
      pause()
    case .leavingOut(_, .unencodable, _):
      resume()
    case .leavingOut(_, .unwritable, _), .leavingOut(_, .overrun, _):
      if flusher.hasCaughtUp { resume() }
    case .leavingOut:
      if intent == .resume { resume() }
    case .closed:
      break
    }
    if flusher.watch.load(ordering: .relaxed) != .planned { attendToFiles() }
  }

  /// Ends the handling of a step's action, usually the last one. `nil` while an action is being encoded.
  private func endHandling(_ step: Step?) -> Handling? {
    if isEncoding { return nil }
    guard let step, step != handling.last?.step else { return handling.popLast() }
    return handling.lastIndex { $0.step == step }.map { handling.remove(at: $0) }
  }

  /// Whether an action is being handled, so that states are incomplete.
  var isHandling: Bool { !handling.isEmpty }

  /// Writes the outcome of an action, unless the recording was closed meanwhile.
  private func settle(_ handled: Handling, _ changed: [Int], _ draws: [Draw]) {
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

  private func digestIfDue() {
    guard case .every(let interval) = options.digests else { return }
    if interval <= 1 {
      guard let digests = try? states().map({ try encoder.digest(of: $0) }) else { return }
      tail.append(StateDigests(step: step, stores: digests))
    } else if step.number % UInt64(interval) == 0 {
      flusher.digest(states(), at: step, isOptional: !options.waits)
    }
  }
}

/// Why an action cannot be recorded, without any value of the action.
struct Refusal: CustomStringConvertible {
  let description: String

  init(of action: Any) {
    description = "\(stableName(of: type(of: action))) is not Encodable"
  }

  init(of action: Any, _ error: any Error) {
    let name = stableName(of: type(of: action))
    description = "\(name): \(refusal(error))"
  }
}
