package import PlayheadCoding

/// The facts about an action, beside its row, before any store has seen it.
package struct ActionFacts {
  package var type: Int
  package var shape: Int
  package var moment: Moment
  package var cause: Step?

  package init(type: Int, shape: Int, moment: Moment, cause: Step?) {
    self.type = type
    self.shape = shape
    self.moment = moment
    self.cause = cause
  }
}

/// The actions of a chunk that is being filled, as rows.
///
/// Not thread-safe. Unchecked properties: no access lasts while other code runs.
package final class ChunkDraft {
  package let firstStep: Step
  @exclusivity(unchecked) private(set) var actions: [Action] = []
  @exclusivity(unchecked) private(set) var outcomes: [Outcome?] = []
  @exclusivity(unchecked) private var open = 0
  private(set) var draws: [Draw] = []
  package let rows = ByteBuffer(capacity: 64 << 10)
  let drawRows = ByteBuffer()

  struct Action {
    var facts: ActionFacts
    var rowStart: Int
  }

  struct Outcome {
    var changed: Int
    var nanoseconds: Int64
  }

  struct Draw {
    var action: Int
    var shape: Int
    var rowStart: Int
  }

  package init(firstStep: Step) {
    self.firstStep = firstStep
  }

  package var count: Int { actions.count }

  /// Whether an action still waits for its outcome.
  package var isOpen: Bool { open > 0 }

  /// Adds the next action, with the row of its payload.
  @inline(__always)
  package func append(_ facts: ActionFacts, row: UnsafeRawBufferPointer) {
    actions.append(Action(facts: facts, rowStart: rows.count))
    rows.append(row)
    open += 1
  }

  /// Sets the outcome of an action: the number of the set of stores that it changed, and the time that the
  /// stores took.
  @inline(__always)
  package func setOutcome(of index: Int, changed: Int, nanoseconds: Int64) {
    while outcomes.count <= index { outcomes.append(nil) }
    outcomes[index] = Outcome(changed: changed, nanoseconds: nanoseconds)
    open -= 1
  }

  /// Whether the action at `index` has its outcome.
  func isSettled(_ index: Int) -> Bool { index < outcomes.count && outcomes[index] != nil }

  /// Adds a value that a store drew during an action. The draws of one action follow those of earlier
  /// actions.
  package func appendDraw(of index: Int, shape: Int, row: UnsafeRawBufferPointer) {
    draws.append(Draw(action: index, shape: shape, rowStart: drawRows.count))
    drawRows.append(row)
  }
}
