import PlayheadInspector
import PlayheadLog

/// How far a move came.
struct Move {
  /// Where it ended.
  let step: Step
  /// Whether there was less to go than was asked for.
  let isCutShort: Bool
}

extension DebugSession {
  /// The place `count` actions later, or the last.
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
    // Before the first action lies the state that the log begins with.
    return Move(step: log.initialStep, isCutShort: position <= log.initialStep || rest > 1)
  }

  /// The step if there is something to see at it: an action, or a state that the log has. Throws what is
  /// wrong with it.
  func checked(_ step: Step) throws -> Step {
    guard step > log.initialStep else { return step }
    do {
      _ = try inspector.action(at: step)
    } catch {
      guard case .inGap(_, let name, let gap, _) = error else { throw error }
      let states = log.asides().checkpoints
      // The recording went on from here.
      if states.contains(step) { return step }
      guard states.contains(gap.steps.upperBound) else { throw error }
      throw DebugError.inGap(step, log: name, gap)
    }
    return step
  }

  /// Goes to a step, and shows it. What turns out to be damaged on the way is passed over.
  func move(_ place: () throws -> Move, edge: Edge) throws {
    while true {
      let known = log.actionCount
      do {
        let move = try place()
        let step = try checked(move.step)
        return try arrive(at: step, edge: move.isCutShort ? edge : nil)
      } catch LogError.damaged where log.actionCount < known {
        // There are fewer actions to go to than it seemed.
      }
    }
  }

  /// Is at `step` from now on, and shows it.
  func arrive(at step: Step, edge: Edge? = nil, stop: FoundStop? = nil) throws {
    places.visit(step)
    try showPlace(edge: edge, stop: stop)
  }
}

/// An end of the recording, at which there is no further.
enum Edge: String {
  case start, end

  func sentence(inBranch: Bool) -> String {
    "\(rawValue) of the \(inBranch ? "branch" : "recording")"
  }
}
