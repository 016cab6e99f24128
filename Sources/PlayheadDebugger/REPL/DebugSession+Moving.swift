import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Where a move ends.
struct Move {
  /// The step at the end.
  let step: Step
  /// Whether the move stopped at an end of the log.
  let isCutShort: Bool
}

extension DebugSession {
  /// The place `count` actions later, or the last place.
  func place(after count: UInt64) -> Move {
    var rest = count
    var reached = position
    for range in steps where range.upperBound > position {
      let first = max(range.lowerBound, position.next)
      let number = range.upperBound.number - first.number + 1
      if rest <= number { return Move(step: Step(first.number + rest - 1), isCutShort: false) }
      rest -= number
      reached = range.upperBound
    }
    return Move(step: reached, isCutShort: true)
  }

  /// The place `count` actions earlier, or the log's beginning.
  func place(before count: UInt64) -> Move {
    var rest = count
    for range in steps.reversed() where range.lowerBound < position {
      guard let previous = position.previous else { break }
      let last = min(range.upperBound, previous)
      let number = last.number - range.lowerBound.number + 1
      if rest <= number { return Move(step: Step(last.number - rest + 1), isCutShort: false) }
      rest -= number
    }
    // The log's first state comes before the first action.
    return Move(step: log.initialStep, isCutShort: position <= log.initialStep || rest > 1)
  }

  /// The step, if it has an action or a state. Throws the reason otherwise.
  func checked(_ step: Step) throws -> Step {
    guard step > log.initialStep else { return step }
    do {
      _ = try inspector.action(at: step)
    } catch {
      guard case .inGap(_, let name, let gap, _) = error else { throw error }
      let states = log.annotations().checkpoints
      // The recording continued from this state.
      if states.contains(step) { return step }
      guard states.contains(gap.steps.upperBound) else { throw error }
      throw DebugError.inGap(step, log: name, gap)
    }
    return step
  }

  /// Goes to a step and shows it. Skips damaged actions.
  func move(_ place: () throws -> Move, edge: Edge, withChanges: Bool = false) throws {
    while true {
      let known = log.actionCount
      do {
        let move = try place()
        let step = try checked(move.step)
        try showGaps(between: position, step)
        return try arrive(
          at: step, edge: move.isCutShort ? edge : nil, withChanges: withChanges && step != position
        )
      } catch LogError.damaged where log.actionCount < known {
        // The damage is now known. Tries again without these actions.
      }
    }
  }

  /// Names the gaps that a move passes: the text of one, or the number of several.
  private func showGaps(between one: Step, _ other: Step) throws {
    guard console.form == .text else { return }
    let (low, high) = (min(one, other), max(one, other))
    // The state after a gap has the gap's last step.
    let gaps = steps.filter { low < $0.lowerBound && $0.lowerBound <= high }
      .compactMap { $0.lowerBound.previous.flatMap(gap(at:)) }
      .filter { low < $0.steps.lowerBound && $0.steps.upperBound < high }
    if gaps.count > 1 {
      try say("\(gaps.count) gaps are between", .dim)
    } else if let gap = gaps.first {
      try say("\(gap)", .dim)
    }
  }

  private func gap(at step: Step) -> Gap? {
    do {
      _ = try inspector.action(at: step)
    } catch {
      if case .inGap(_, _, let gap, _) = error { return gap }
    }
    return nil
  }

  /// Goes to `step` and shows it, then replays to its state: if a store traps on the way, the error comes at once.
  func arrive(
    at step: Step, edge: Edge? = nil, stop: FoundStop? = nil, withChanges: Bool = false
  ) throws {
    navigation.visit(step)
    try showPlace(edge: edge, stop: stop, withChanges: withChanges)
    guard missingStores == nil, step > log.initialStep else { return }
    _ = try ifKnown { try ask(PartsRequest(of: step, limit: 0)) }
  }
}

/// An end of the recording.
enum Edge: String {
  case start, end

  func sentence(inBranch: Bool) -> String {
    "\(rawValue) of the \(inBranch ? "branch" : "recording")"
  }
}

/// The current place in a log and earlier ones, like a browser's history.
struct NavigationHistory {
  private(set) var position: Step
  private var past: [Step] = []
  private var future: [Step] = []

  /// Further than you would go back, and little memory.
  private static let limit = 10_000

  init(at position: Step) {
    self.position = position
  }

  /// Goes to another place. Drops undone moves.
  mutating func visit(_ step: Step) {
    guard step != position else { return }
    if past.count == Self.limit { past.removeFirst() }
    past.append(position)
    future = []
    position = step
  }

  /// Goes back to the last place. `false` if there is none.
  mutating func undo() -> Bool {
    guard let last = past.popLast() else { return false }
    future.append(position)
    position = last
    return true
  }

  /// Redoes an undone move. `false` if there is none.
  mutating func redo() -> Bool {
    guard let next = future.popLast() else { return false }
    past.append(position)
    position = next
    return true
  }
}

/// Steps as the user writes them. A branch has its own numbers.
extension DebugSession {
  /// The steps that a command can name here.
  var scope: StepScope {
    let scope = recording.scope(bookmarks: bookmarks.steps)
    guard openBranch != nil else { return scope }
    return StepScope(
      first: scope.first, last: lastStep,
      bookmarks: bookmarks.steps.mapValues { inspector.step(beside: $0) },
      stepAtClock: { [inspector] clock, asEnd in
        inspector.step(beside: try scope.stepAtClock?(clock, asEnd) ?? scope.last)
      },
      stepAtTime: { [inspector] in inspector.step(beside: try scope.stepAtTime($0)) })
  }

  /// The bookmarks of the current step. In a branch, the bookmarks of the recording's step.
  var bookmarksHere: [String] {
    guard openBranch != nil, position > log.initialStep else {
      return bookmarks.names(of: position)
    }
    return (try? inspector.origin(of: position))?.step.map(bookmarks.names) ?? []
  }
}
