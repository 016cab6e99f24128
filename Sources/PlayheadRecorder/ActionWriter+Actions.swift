import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import Synchronization

extension ActionWriter {
  /// Numbers of stores, from their places in `states`; places where none is are left out.
  func numbers(at places: [Int]) -> [Int] {
    if isPlain, places.allSatisfy(numbers.indices.contains) { return places }
    return places.filter(numbers.indices.contains).map { numbers[$0] }
  }

  /// Generic, because an existential would take a copy of the action into a box of its own.
  func willHandle<Action: Encodable>(
    _ action: Action, _ cause: Step?, on thread: UInt = 0, typeNumber: (inout TypeNumbers) -> Int
  ) {
    let outer = begin(on: thread)
    // While its `encode(to:)` runs, it is being handled already.
    handling.append(Handling(step: step, thread: thread))
    // Another recording's step, or one that is yet to come, led to nothing here.
    let cause = cause.flatMap { $0 > .initial && $0 < step ? $0 : nil } ?? outer
    guard let started = write(action, cause, typeNumber) else { return }
    handling[handling.count - 1].index = tail.count - 1
    handling[handling.count - 1].started = started
  }

  /// When its handling begins; nil if it is left out.
  private func write<Action: Encodable>(
    _ action: Action, _ cause: Step?, _ typeNumber: (inout TypeNumbers) -> Int
  ) -> Int64? {
    guard isOurs else { return nil }
    guard case .recording = mode else {
      noteLeftOut()
      return nil
    }
    do {
      let shape = try encode(action)
      // Its `encode(to:)` may have closed the recording. If it paused it, the pause begins with the next action.
      if isClosed { return nil }
      isTableFull = rows.tableSize > Self.tableLimit
      let now = clock.now
      let facts = ActionFacts(type: typeNumber(&types), shape: shape, moment: now, cause: cause)
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

  /// An action of which nothing can be written but its place and why.
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
      fatalError("The 'encode(to:)' of an action or a state records an action: do that elsewhere.")
    }
    beginSegmentIfDue()
    step = step.next
    return handling.last { $0.thread == thread }?.step
  }

  /// Leaves out the action that is about to be handled. The gap is written at once, in case the app ends within the action,
  /// unless the outcome of another action has to come first.
  private func leaveOut(_ refusal: Refusal) {
    leaveOut(from: step, .unencodable, refusal.description)
    guard tail.open == 0, hasRoom else { return }
    tail.append(Gap(steps: step...step, reason: .unencodable, detail: refusal.description))
    toldGap = step
  }

  /// A gap follows later. If the app ends before that, the tail has this note.
  private func noteLeftOut() {
    guard case .leavingOut(_, let reason, _) = mode else { return }
    guard reason == .overrun || reason == .unwritable else { return }
    leftOutCount += 1
    tail.noteLeftOut(through: step, reason)
  }

  /// Whether this is the process that the recording began in, and no forked child of it.
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
      facts, at: step, row: rows.row, shapeCount: rows.shapeCount
    ) { meanings }
  }

  /// Waits for room, if the app would rather wait.
  @inline(never)
  private func appendLater(_ facts: ActionFacts) -> Bool {
    guard options.waits else { return false }
    // What a failed wait would throw is the flusher's failure.
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

  /// What the tail's numbers stand for.
  var meanings: ChunkDraft.Names {
    ChunkDraft.Names(
      shapes: rows.shapes, types: types.all, storeSets: storeSets.all, timing: options.timing)
  }

  /// Writes what came of an action: of the last one, unless threads handle several at once.
  func didHandle(_ step: Step? = nil, changed: [Int], draws: [Draw]) {
    guard let handled = endHandling(step) else { return }
    settle(handled, changed, draws)
    // Within another action the states are in the making.
    guard !isHandling, isOurs else { return }
    if tail.hasRenewal { noteRenewal() }
    switch mode {
    case .recording:
      digestIfDue()
      if tail.isFull || isTableFull { handOver() }
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

  /// The action of a step, which is not being handled any more: mostly that which began last. None while one is encoded.
  private func endHandling(_ step: Step?) -> Handling? {
    if isEncoding { return nil }
    guard let step, step != handling.last?.step else { return handling.popLast() }
    return handling.lastIndex { $0.step == step }.map { handling.remove(at: $0) }
  }

  /// Whether an action is being handled, and so the states are in the making.
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

/// Why an action cannot be recorded; no value of it is in it.
struct Refusal: CustomStringConvertible {
  let description: String

  /// An action without `encode(to:)`.
  init(of action: Any) {
    description = "\(stableName(of: type(of: action))) is not Encodable"
  }

  /// An action whose `encode(to:)` throws `error`.
  init(of action: Any, _ error: any Error) {
    let name = stableName(of: type(of: action))
    description = "\(name): \(refusal(error))"
  }
}
