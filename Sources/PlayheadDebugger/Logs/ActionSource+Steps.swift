import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay

extension ActionSource {
  /// A state's title: its step, and its action or a substitute for it.
  func title(of step: Step) throws -> String {
    guard step > .initial else {
      return "step 0  \(Format.shortOffset(nanoseconds: 0))  the initial state"
    }
    guard step > initialStep else { return "step \(step)  the state with which the log begins" }
    let entry: LogEntry
    do {
      entry = try self.entry(at: step)
    } catch ReadingError.inGap(_, _, _, let reason, _) {
      return "step \(step)  the state after a gap: \(reason)"
    } catch ReadingError.lost, ReadingError.damaged {
      return "step \(step)  the state after an action that is lost"
    }
    let time = Format.shortOffset(nanoseconds: offset(of: entry.moment))
    return "step \(step)  \(time)  \(try entry.call())"
  }

  /// The steps from the first to the last in `steps` that have an action. Throws
  /// ``CommandFailure/nothingToCut(_:log:_:)`` if there are none.
  func actions(in steps: ClosedRange<Step>) throws -> ClosedRange<Step> {
    guard steps.upperBound >= firstStep else {
      throw InspectorError.isFirst(steps.upperBound)
    }
    let wanted = self.steps.filter { $0.overlaps(steps) }.map { $0.clamped(to: steps) }
    guard let first = wanted.first, let last = wanted.last else {
      guard let gap = annotations(.of(.gap)).gaps.first(where: { $0.steps.overlaps(steps) }) else {
        return steps
      }
      throw CommandFailure.nothingToCut(steps, log: name, gap)
    }
    return first.lowerBound...last.upperBound
  }

  /// Which steps of the log, or of a range, are missing, as the end of a sentence; empty if none are.
  func missingText(in range: ClosedRange<Step>? = nil) -> String {
    let last = min(range?.upperBound ?? lastCountedStep, lastCountedStep)
    let first = max(range?.lowerBound ?? firstStep, firstStep)
    let missing = LostSteps(from: first, to: last, known: steps).ranges
    guard let one = missing.first else { return "" }
    let verb = missing.count == 1 && one.count == 1 ? "is" : "are"
    return "; \(missing.inWords.joined(separator: ", ")) \(verb) missing"
  }

  /// The steps that a command can name.
  var scope: StepScope { scope(bookmarks: nil) }

  /// The steps that a command can name, with the user's bookmarks.
  func scope(bookmarks: [String: Step]?) -> StepScope {
    StepScope(
      first: initialStep, last: lastStep, lastCounted: lastCountedStep, bookmarks: bookmarks,
      duration: { [self] in duration(until: nil) }, stepAtClock: step(at:asEnd:),
      stepAtTime: step(atOffset:))
  }

  /// The last step within `nanoseconds` from the start, or the step of the first state. Uses a binary search,
  /// because the times of a log never decrease.
  private func step(atOffset nanoseconds: Int64) throws -> Step {
    while true {
      let known = actionCount
      do {
        return try findStep(atOffset: nanoseconds)
      } catch ReadingError.damaged where actionCount < known {
        // The damage is now known. Searches again without these actions.
      }
    }
  }

  private func findStep(atOffset nanoseconds: Int64) throws -> Step {
    var low = 0
    var high = actionCount
    while low < high {
      let middle = (low + high) / 2
      let entry = try entry(at: step(ofAction: middle))
      if offset(of: entry.moment) <= nanoseconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? initialStep : step(ofAction: low - 1)
  }

  /// The step of an action. `number` counts actions from 0, without gaps.
  private func step(ofAction number: Int) -> Step {
    var rest = number
    for range in steps {
      if rest < range.count { return Step(range.lowerBound.number + UInt64(rest)) }
      rest -= range.count
    }
    return lastStep
  }
}
