import PlayheadReading
import PlayheadLog

/// Consecutive actions of a branch that make a chunk.
struct BranchChunk: Sendable {
  enum Content: Sendable {
    /// Actions of the recorded chunk with the steps `whole`, in its order.
    case recorded(whole: ClosedRange<Step>, [ClosedRange<Step>])
    /// An edited or inserted action.
    case edited(EditedAction)
  }

  private(set) var steps: ClosedRange<Step>
  private(set) var content: Content

  /// The recorded step of the first action; nil if it was edited.
  var origin: Step? {
    if case .recorded(_, let origins) = content { origins[0].lowerBound } else { nil }
  }

  /// The recorded step of the action at `step`, or of the last action if that is later.
  func origin(of step: Step, _ origins: [ClosedRange<Step>]) -> Step {
    var rest = step.number - steps.lowerBound.number
    for steps in origins {
      if rest < steps.count { return Step(steps.lowerBound.number + rest) }
      rest -= UInt64(steps.count)
    }
    return origins[origins.count - 1].upperBound
  }

  // MARK: Making

  /// The chunks of a branch; `recorded` are the steps of the recorded chunks, in order.
  static func all(of plan: BranchPlan, _ recorded: [ClosedRange<Step>]) -> [BranchChunk] {
    var chunks = recorded.prefix { $0.upperBound < plan.run.lowerBound }
      .map { BranchChunk(steps: $0, content: .recorded(whole: $0, [$0])) }
    for part in plan.parts {
      if let action = part.edited {
        chunks.append(BranchChunk(steps: part.first...part.first, content: .edited(action)))
      } else if let steps = part.steps {
        add(steps, at: part.first, to: &chunks, recorded)
      }
    }
    return chunks
  }

  /// Adds recorded actions, which have the branch's steps from `first` on.
  private static func add(
    _ origins: ClosedRange<Step>, at first: Step, to chunks: inout [BranchChunk],
    _ recorded: [ClosedRange<Step>]
  ) {
    let start = recorded.partitionPoint { $0.upperBound >= origins.lowerBound }
    for whole in recorded[start...].prefix(while: { $0.lowerBound <= origins.upperBound }) {
      let own = origins.clamped(to: whole)
      let shift = own.lowerBound.number - origins.lowerBound.number
      let place = Step(first.number + shift)
      let steps = place...Step(place.number + UInt64(own.count) - 1)
      if let last = chunks.indices.last, chunks[last].append(own, of: whole, as: steps) { continue }
      chunks.append(BranchChunk(steps: steps, content: .recorded(whole: whole, [own])))
    }
  }

  /// Adds actions with the next steps, if they come later in the same recorded chunk. Returns whether they do.
  private mutating func append(
    _ own: ClosedRange<Step>, of other: ClosedRange<Step>, as next: ClosedRange<Step>
  ) -> Bool {
    guard case .recorded(let whole, var origins) = content, whole == other,
      origins[origins.count - 1].upperBound < own.lowerBound,
      steps.upperBound.next == next.lowerBound
    else { return false }
    origins.append(own)
    content = .recorded(whole: whole, origins)
    steps = steps.lowerBound...next.upperBound
    return true
  }

  // MARK: Reading

  /// The chunk, from the chunk that has its actions.
  func part(of chunk: Chunk, _ plan: BranchPlan) -> Chunk {
    // As it was recorded.
    if steps.upperBound <= plan.base, chunk.steps == steps { return chunk }
    var ranges = [0..<1]
    if case .recorded(_, let origins) = content {
      ranges = origins.map { steps in
        let start = Int(steps.lowerBound.number - chunk.head.firstStep.number)
        return start..<start + steps.count
      }
    }
    return chunk.part(
      ranges, from: steps.lowerBound, finished: finished(plan), cause: plan.place(ofCause:))
  }

  /// The app may have stopped within the recording's last action. If another action follows it, it was handled.
  private func finished(_ plan: BranchPlan) -> Int {
    steps.upperBound == plan.lastStep ? steps.count - 1 : steps.count
  }

  /// Runs `read`, and turns the steps of damage into the branch's.
  func relocating<T>(_ read: () throws(ReadingError) -> T) throws(ReadingError) -> T {
    do {
      return try read()
    } catch {
      guard case .damaged(var damage) = error else { throw error }
      (damage.lost, damage.lastWhole) = (.steps(steps), steps.lowerBound.previous ?? .initial)
      throw .damaged(damage)
    }
  }
}
