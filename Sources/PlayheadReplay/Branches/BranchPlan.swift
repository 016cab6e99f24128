package import PlayheadLog
import PlayheadReading

/// The actions of a branch in order: runs of recorded actions, and single changed ones. The size depends only
/// on the number of changes.
package struct BranchPlan: Codable, Sendable {
  /// An action that was changed, moved or inserted.
  struct Item: Codable, Sendable {
    var origin: BranchOrigin
    /// The new action; nil if it was only moved.
    var edited: EditedAction?
    /// The action after which it was put; nil if it is in its recorded place.
    var anchor: BranchOrigin?
  }

  enum Part: Codable, Sendable {
    case recorded(ClosedRange<Step>)
    case single(Item)

    var count: UInt64 {
      guard case .recorded(let steps) = self else { return 1 }
      return steps.upperBound.number - steps.lowerBound.number + 1
    }

    /// The recording's step of its first action, unless that was moved or inserted.
    var firstInOrder: Step? {
      if case .recorded(let steps) = self { steps.lowerBound } else { lastInOrder }
    }

    /// The recording's step of its last action, unless that was moved or inserted.
    var lastInOrder: Step? {
      switch self {
      case .recorded(let steps): steps.upperBound
      case .single(let item): item.anchor == nil ? item.origin.step : nil
      }
    }
  }

  /// The recorded run that the branch is made from, without a gap.
  package let run: ClosedRange<Step>
  var parts: [Part]
  /// The branch's step of each part's first action.
  private(set) var starts: [Step] = []
  /// The places of the parts that are runs of the recording. They keep its order.
  private(set) var runs: [Int] = []
  /// The places of the parts that are single actions, by their names.
  private(set) var singles: [BranchOrigin: Int] = [:]
  /// How many actions were inserted, including those that were removed since.
  private(set) var insertedCount = 0
  /// The branch's last step.
  package private(set) var lastStep: Step

  /// A whole run as it was recorded.
  init(_ run: ClosedRange<Step>) {
    self.run = run
    parts = [.recorded(run)]
    lastStep = run.upperBound
    number()
  }

  /// The step before the first action.
  var start: Step { Step(run.lowerBound.number - 1) }

  /// The last step before the first change.
  package var base: Step {
    guard case .recorded(let steps)? = parts.first, steps.lowerBound == run.lowerBound else {
      return start
    }
    return steps.upperBound
  }

  /// The action at a step of the branch. The branch must have the step.
  func item(at step: Step) -> Item {
    let place = part(of: step)
    switch parts[place] {
    case .single(let item): return item
    case .recorded(let steps):
      return Item(
        origin: .recorded(Step(steps.lowerBound.number + step.number - starts[place].number)))
    }
  }

  /// The recorded step that the branch has reached: of the last action in its recorded place; at the branch's
  /// end, the recording's end.
  package func reached(at step: Step) -> Step {
    guard step > base else { return step }
    guard step < lastStep else { return run.upperBound }
    let own = part(of: step)
    if case .recorded(let steps) = parts[own] {
      return Step(steps.lowerBound.number + step.number - starts[own].number)
    }
    return parts[...own].lazy.reversed().compactMap(\.lastInOrder).first ?? start
  }

  /// The last recorded step before the next recorded action after `step`: stores are those of that step.
  func settled(at step: Step) -> Step {
    guard step >= base else { return step }
    let next = step < lastStep ? part(of: step.next) : parts.count
    if next < parts.count, case .recorded(let steps) = parts[next] {
      return Step(steps.lowerBound.number + step.number - starts[next].number)
    }
    let following = parts[next...].lazy.compactMap(\.firstInOrder).first
    return following.map { Step($0.number - 1) } ?? run.upperBound
  }

  /// The branch's step of an action; nil if it is skipped.
  func place(of origin: BranchOrigin) -> Step? {
    guard let step = origin.step else { return singles[origin].map { starts[$0] } }
    return place(of: step)
  }

  /// The branch's step of an action of the recording; nil if it is skipped.
  func place(of origin: Step) -> Step? {
    if let part = singles[.recorded(origin)] { return starts[part] }
    let next = runs.partitionPoint { lowerBound(of: $0) > origin }
    guard next > 0, case .recorded(let steps) = parts[runs[next - 1]], steps.contains(origin) else {
      return nil
    }
    return Step(starts[runs[next - 1]].number + origin.number - steps.lowerBound.number)
  }

  func lowerBound(of run: Int) -> Step {
    if case .recorded(let steps) = parts[run] { steps.lowerBound } else { .initial }
  }

  private func part(of step: Step) -> Int {
    max(starts.partitionPoint { $0 > step } - 1, 0)
  }

  /// The types of edited and inserted actions.
  var editedTypes: [ActionType] {
    parts.compactMap { if case .single(let item) = $0 { item.edited?.type } else { nil } }
  }

  /// The branch's step after which a recorded change of the stores takes place; nil if that is after its end.
  func place(ofChangeAfter step: Step) -> Step? {
    guard step >= base else { return step }
    guard step <= run.upperBound else { return nil }
    var (low, high) = (base, lastStep)
    while low < high {
      let middle = Step((low.number + high.number) / 2)
      if settled(at: middle) >= step { high = middle } else { low = middle.next }
    }
    return low
  }

  /// The branch's step of a cause. Causes before the branch's run keep their numbers.
  func place(ofCause cause: Step?) -> Step? {
    guard let cause, cause >= run.lowerBound else { return cause }
    return place(of: cause)
  }

  /// The name for the next inserted action.
  mutating func nextOrigin() -> BranchOrigin {
    insertedCount += 1
    return .inserted(insertedCount)
  }

  /// Numbers the parts after a change.
  mutating func number() {
    var next = run.lowerBound
    (starts, runs, singles) = ([], [], [:])
    for (place, part) in parts.enumerated() {
      starts.append(next)
      switch part {
      case .recorded: runs.append(place)
      case .single(let item): singles[item.origin] = place
      }
      next = Step(next.number + part.count)
    }
    lastStep = Step(next.number - 1)
  }
}
