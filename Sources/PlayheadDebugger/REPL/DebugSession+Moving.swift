import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension DebugSession {
  /// The last step that a move can reach.
  var lastPlace: Step { max(position, steps.last?.upperBound ?? position) }

  /// The place `count` actions earlier; `nil` if the log does not go back so far.
  func place(before count: UInt64) -> Step? {
    if let step = steps.step(count, before: position) { return step }
    // The log's first state comes before the first action.
    let isFirst = count == 1 || steps.step(count - 1, before: position) != nil
    return isFirst && position > log.initialStep ? log.initialStep : nil
  }

  /// The step, if it has an action or a state. Throws the reason otherwise.
  func checked(_ step: Step) throws -> Step {
    guard step > log.initialStep else { return step }
    do {
      _ = try inspector.action(at: step)
    } catch {
      guard case .inGap(_, let name, let missing, let reason, _) = error else { throw error }
      let states = log.annotations().checkpoints
      // The recording continued from this state.
      if states.contains(step) { return step }
      guard states.contains(missing.upperBound) else { throw error }
      throw DebugError.inGap(step, log: name, missing: missing, reason: reason)
    }
    return step
  }

  /// Goes `count` actions forward or back, or to an end of the log, and shows the step. Skips damaged actions.
  func move(by count: UInt64, backwards isBackwards: Bool, withChanges: Bool = false) throws {
    while true {
      let known = log.actionCount
      do {
        let place = isBackwards ? place(before: count) : steps.step(count, after: position)
        let (edge, end) = isBackwards ? ("start", log.initialStep) : ("end", lastPlace)
        let step = try checked(place ?? end)
        try showGaps(between: position, step)
        return try arrive(
          at: step, edge: place == nil ? edge : nil, withChanges: withChanges && step != position)
      } catch ReadingError.damaged where log.actionCount < known {
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
      .filter { low < $0.missing.lowerBound && $0.missing.upperBound < high }
    if gaps.count > 1 {
      try say("\(gaps.count) gaps are between", .dim)
    } else if let gap = gaps.first {
      try say("\(gap.reason)", .dim)
    }
  }

  private func gap(at step: Step) -> (missing: ClosedRange<Step>, reason: String)? {
    do {
      _ = try inspector.action(at: step)
    } catch {
      if case .inGap(_, _, let missing, let reason, _) = error { return (missing, reason) }
    }
    return nil
  }

  /// Goes to `step` and shows it, then replays to its state: if a store traps on the way, the error comes at once.
  func arrive(
    at step: Step, edge: String? = nil, stops: [StopReason] = [], withChanges: Bool = false
  ) throws {
    navigation.visit(step)
    navigation.isAtStop = !stops.isEmpty
    try showPlace(edge: edge, stops: stops, withChanges: withChanges)
    guard missingStores == nil, step > log.initialStep else { return }
    _ = try ifKnown { try ask(PartsRequest(of: step, limit: 0)) }
  }
}

/// The current place in a log and earlier ones, like a browser's history.
struct NavigationHistory {
  private var places: [Step]
  private var current = 0
  /// Whether 'continue' or 'reverse-continue' stopped here, and no other move followed.
  var isAtStop = false

  init(at position: Step) { places = [position] }

  var position: Step { places[current] }

  /// Goes to another place. Drops undone moves.
  mutating func visit(_ step: Step) {
    isAtStop = false
    guard step != position else { return }
    places.removeSubrange((current + 1)...)
    places.append(step)
    current += 1
  }

  /// Undoes a move, or redoes an undone one. `false` if there is none.
  mutating func undo(redoing: Bool) -> Bool {
    let next = redoing ? current + 1 : current - 1
    guard places.indices.contains(next) else { return false }
    (current, isAtStop) = (next, false)
    return true
  }
}

extension DebugSession {
  var sortedBookmarks: [(name: String, step: Step)] {
    bookmarks.map { (name: $0.key, step: $0.value) }
      .sorted { ($0.step, $0.name) < ($1.step, $1.name) }
  }

  /// The bookmarks of the current step. In a branch, the bookmarks of the recording's step.
  var bookmarksHere: [String] {
    let isRecorded = openBranch == nil || position <= log.initialStep
    let step = isRecorded ? position : (try? inspector.origin(of: position))?.step
    return sortedBookmarks.filter { $0.step == step }.map(\.name)
  }
}
