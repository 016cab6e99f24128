import PlayheadCoding
import PlayheadFlux
import PlayheadLog

extension ActionWriter {
  /// The `numbers` at some places; places without a store are left out.
  static func numbers(_ numbers: [Int], at places: [Int]) -> [Int] {
    if places.allSatisfy({ numbers.indices.contains($0) && numbers[$0] == $0 }) { return places }
    return places.filter(numbers.indices.contains).map { numbers[$0] }
  }

  /// Takes the next step for an action, and begins a segment before it if one is due. With the lock.
  @inline(__always)
  func begin(_ new: Handling, isEncodable: Bool) -> BegunAction {
    beginSegmentIfDue()
    let outer = handling.last { $0.thread == new.thread }?.step
    step = step.next
    var new = new
    new.step = step
    handling.append(new)
    var begun = BegunAction(step: step)
    guard isOurs else { return begun }
    if let encoding { drop(within: encoding) }
    guard case .recording = mode else {
      if isEncodable { noteDropped() }
      return begun
    }
    guard isEncodable else { return begun }
    encoding = .action(step, thread: new.thread)
    (begun.outer, begun.isToEncode) = (outer, true)
    return begun
  }

  /// The action whose handler began the current task, if it is one of this recording before `step`.
  private func causeOfTask(before step: Step) -> Step? {
    guard lock != nil, let cause = TaskCause.current else { return nil }
    return cause.recording == number && cause.step < step ? cause.step : nil
  }

  /// Writes an action that has begun. In its turn.
  ///
  /// Generic, because an existential would box a copy of the action. `typeNumber` gets the number of the
  /// action's shape.
  func write<Action: Encodable>(
    _ action: Action, _ begun: BegunAction, _ cause: Step?,
    typeNumber: (inout TypeNumbers, Int) -> Int
  ) {
    guard begun.isToEncode else { return }
    let step = begun.step
    do {
      let shape = try rows.encode(action)
      let type = typeNumber(&types, shape)
      // A step of another recording, or a later one, cannot be a cause.
      let cause =
        cause.flatMap { $0 > .initial && $0 < step ? $0 : nil } ?? begun.outer
        ?? causeOfTask(before: step)
      let isSettled = locked { () -> Bool in
        encoding = nil
        return writeNow(step, type: type, shape: shape, cause: cause)
      }
      if !isSettled { writeLater(step, type: type, shape: shape, cause: cause) }
    } catch {
      let detail = "\(stableName(of: type(of: action))): \(refusal(error))"
      locked {
        encoding = nil
        drop(step, detail)
      }
    }
  }

  /// Leaves out an action that has begun and is not `Encodable`: the log gets its step and the reason. In its turn.
  func writeUnencodable(_ action: Any, _ begun: BegunAction) {
    let detail = "\(stableName(of: type(of: action))) is not Encodable"
    locked {
      if isOurs, case .recording = mode { drop(begun.step, detail) } else { noteDropped() }
    }
  }

  /// Leaves out an action that an `encode(to:)` records, because the encoder is in use; and the one that is encoded,
  /// because the other one is handled before it.
  private func drop(within encoding: Encoding) {
    report(.recordsWhileEncoding)
    let detail = Mistake.recordsWhileEncoding.sentence
    switch encoding {
    case .action(let first, _) where isRecorded(first):
      keepPause()
      drop(from: first, .unencodable, detail)
    case .states where isRecorded(step):
      keepPause()
      drop(from: step, .unencodable, detail)
    default: break
    }
  }

  /// Writes the encoded action. Returns false if there is no room.
  @inline(__always)
  private func writeNow(_ step: Step, type: Int, shape: Int, cause: Step?) -> Bool {
    // `encode(to:)` or another thread may have closed the recording meanwhile, and `encode(to:)` may have recorded an
    // action. A pause begins with the next action.
    guard isRecorded(step), let index = handling.lastIndex(where: { $0.step == step }) else {
      return true
    }
    let now = clock.now
    let facts = ActionFacts(type: type, shape: shape, moment: now, cause: cause)
    let isWritten = tail.append(
      facts, at: step, row: rows.row, innerShapes: rows.innerShapes
    ) { meanings }
    guard isWritten else { return false }
    handling[index].index = tail.count - 1
    handling[index].started = now.monotonic
    if options.durability == .everyAction { syncTail() }
    return true
  }

  /// Waits for room, if `options.waits`. Without room, leaves the action out.
  @inline(never)
  private func writeLater(_ step: Step, type: Int, shape: Int, cause: Step?) {
    // An error of `wait()` is also the flusher's failure.
    while options.waits, flusher.failure == nil {
      try? flusher.wait()
      if locked({ writeNow(step, type: type, shape: shape, cause: cause) }) { return }
    }
    locked {
      guard isRecorded(step) else { return }
      keepPause()
      drop(from: step)
      noteDropped()
    }
  }

  /// Whether an action that has begun is to be recorded.
  @inline(__always)
  private func isRecorded(_ step: Step) -> Bool {
    switch mode {
    case .recording: true
    case .dropping(let first, _, _): first > step
    case .closed: false
    }
  }

  /// Leaves out an action that cannot be encoded. Writes the gap at once, in case the app ends within the action,
  /// unless the outcome of another action has to come first.
  func drop(_ step: Step, _ detail: String) {
    guard isRecorded(step), isOurs else { return }
    keepPause()
    drop(from: step, .unencodable, detail)
    guard tail.open == 0, hasRoom else { return }
    tail.append(Gap(steps: step...step, reason: .unencodable, detail: detail))
    lastGapStep = step
  }

  /// Begins an action that another thread handles at the same time as the one of the turn.
  func overlap() -> Step {
    step = step.next
    switch mode {
    case .recording: drop(from: step, .overlapped, "")
    case .dropping, .closed: noteDropped()
    }
    return step
  }

  /// The gap follows later. If the app ends before that, the tail has this note.
  private func noteDropped() {
    guard isOurs, case .dropping(let first, let reason, let detail) = mode else { return }
    switch reason {
    case .overrun, .unwritable:
      droppedCount += 1
      tail.noteDropped(through: step, reason)
    case .unencodable, .unencodableState, .overlapped:
      // The tail has room, but a gap for each action could fill it: the first, second, fourth, eighth … write one.
      guard first <= step else { return }
      let count = step.number - first.number + 1
      guard count & (count - 1) == 0, tail.open == 0, hasRoom else { return }
      appendGap(from: first, reason, detail)
    default: break
    }
  }

  /// Whether this process began the recording, and is not a forked child.
  @inline(__always)
  var isOurs: Bool { generation == ForkGuard.generation }

  private func syncTail() {
    do {
      try tail.sync()
      flusher.unsyncedPage = nil
    } catch {
      flusher.unsyncedPage = tail.number
      flusher.report(error)
    }
  }

  /// The names for the tail's numbers.
  var meanings: ChunkDraft.Names {
    ChunkDraft.Names(
      shapes: DecodingCore(rows.table), types: types.all, storeSets: storeSets.all,
      timing: options.timing)
  }
}

/// An action that has its step.
struct BegunAction {
  var step: Step
  /// The action that it is a part of.
  var outer: Step?
  /// Whether it has to encode itself.
  var isToEncode = false
}
