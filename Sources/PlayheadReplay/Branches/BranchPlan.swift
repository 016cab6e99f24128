package import PlayheadLog
import PlayheadReading

/// The actions of a branch in order. The size depends only on the number of changes.
package struct BranchPlan: Codable, Sendable {
  /// Consecutive recorded actions; or a single action that was changed, moved or inserted.
  struct Part: Codable, Sendable {
    /// The name of the first action.
    var origin: BranchOrigin
    var count: UInt64 = 1
    /// The new action; nil if it is as it was recorded.
    var edited: EditedAction?
    /// The action after which it was put; nil if it is in its recorded place.
    var anchor: BranchOrigin?
    /// The branch's step of the first action.
    var first = Step.initial

    init(_ steps: ClosedRange<Step>) {
      origin = .recorded(steps.lowerBound)
      count = UInt64(steps.count)
    }

    init(_ origin: BranchOrigin, _ edited: EditedAction, after anchor: BranchOrigin) {
      (self.origin, self.edited, self.anchor) = (origin, edited, anchor)
    }

    /// The recorded steps of its actions; nil if it was inserted.
    var steps: ClosedRange<Step>? { origin.step.map { $0...Step($0.number + count - 1) } }

    /// The same, unless its action was moved.
    var stepsInOrder: ClosedRange<Step>? { anchor == nil ? steps : nil }

    /// Some of its actions.
    func limited(to steps: ClosedRange<Step>) -> Part {
      var part = self
      (part.origin, part.count) = (.recorded(steps.lowerBound), UInt64(steps.count))
      return part
    }
  }

  /// The recorded run that the branch is made from, without a gap.
  package let run: ClosedRange<Step>
  private(set) var parts: [Part]
  /// The places of the parts with recorded actions, in the order of the recording.
  private var recorded: [Int] = []
  /// How many actions were inserted, including those that were removed since.
  private var insertedCount = 0
  /// The branch's last step.
  package private(set) var lastStep: Step
  /// The last step of the recording whose changes of the stores belong to the branch.
  private var end: Step

  /// A whole run as it was recorded.
  init(_ run: ClosedRange<Step>) {
    self.run = run
    parts = [Part(run)]
    (lastStep, end) = (run.upperBound, run.upperBound)
    number()
  }

  /// Numbers the actions after a change.
  private mutating func number() {
    var next = run.lowerBound
    for place in parts.indices {
      parts[place].first = next
      next = Step(next.number + parts[place].count)
    }
    lastStep = Step(next.number - 1)
    let found = parts.indices.compactMap { place in parts[place].origin.step.map { ($0, place) } }
    recorded = found.sorted { $0.0 < $1.0 }.map(\.1)
  }

  // MARK: Steps

  /// The step before the first action.
  var start: Step { Step(run.lowerBound.number - 1) }

  /// The last step before the first change.
  package var base: Step {
    guard let part = parts.first, part.edited == nil, let steps = part.stepsInOrder,
      steps.lowerBound == run.lowerBound
    else { return start }
    return steps.upperBound
  }

  private func part(of step: Step) -> Int {
    max(parts.partitionPoint { $0.first > step } - 1, 0)
  }

  /// The action at a step of the branch. The branch must have the step.
  func item(at step: Step) -> Part {
    let part = parts[part(of: step)]
    guard let first = part.origin.step else { return part }
    let origin = Step(first.number + step.number - part.first.number)
    return part.limited(to: origin...origin)
  }

  /// The origin of an action after the base, and whether its payload was edited; nil up to the base.
  package func provenance(of step: Step) -> (origin: BranchOrigin, isEdited: Bool)? {
    guard step > base, step <= lastStep else { return nil }
    let item = item(at: step)
    return (item.origin, item.edited != nil)
  }

  /// The recorded step that the branch has reached: of the last action in its recorded place; at the branch's
  /// end, the recording's end.
  package func reached(at step: Step) -> Step {
    guard step > base else { return step }
    guard step < lastStep else { return run.upperBound }
    if let own = item(at: step).stepsInOrder { return own.lowerBound }
    let before = parts[..<part(of: step)].lazy.reversed().compactMap(\.stepsInOrder)
    return before.first?.upperBound ?? start
  }

  /// The branch's step beside a step of the recording.
  package func step(beside origin: Step) -> Step {
    guard origin > base else { return origin }
    guard origin < run.upperBound else { return lastStep }
    return lastStepInOrder(upTo: origin)
  }

  /// The branch's step of the last action in its recorded place, up to a step of the recording.
  private func lastStepInOrder(upTo origin: Step) -> Step {
    let place = recordedParts(upTo: origin).last { parts[$0].anchor == nil }
    guard let part = place.map({ parts[$0] }), let steps = part.steps else { return start }
    let last = min(origin, steps.upperBound)
    return Step(part.first.number + last.number - steps.lowerBound.number)
  }

  /// The parts that begin with a recorded action up to `step`, in the order of the recording.
  private func recordedParts(upTo step: Step) -> ArraySlice<Int> {
    let end = recorded.partitionPoint { place in
      parts[place].steps.map { $0.lowerBound > step } ?? true
    }
    return recorded[..<end]
  }

  // MARK: Places

  /// The part with an action; nil if the action is skipped.
  private func part(with origin: BranchOrigin) -> Int? {
    guard let step = origin.step else { return parts.firstIndex { $0.origin == origin } }
    let place = recordedParts(upTo: step).last
    return place.flatMap { parts[$0].steps?.contains(step) == true ? $0 : nil }
  }

  /// The branch's step of an action; nil if it is skipped.
  func place(of origin: BranchOrigin) -> Step? {
    guard let part = part(with: origin).map({ parts[$0] }) else { return nil }
    guard let step = origin.step, let steps = part.steps else { return part.first }
    return Step(part.first.number + step.number - steps.lowerBound.number)
  }

  /// The branch's step of an action of the recording; nil if it is skipped.
  func place(of origin: Step) -> Step? { place(of: .recorded(origin)) }

  /// The branch's step after which a recorded change of the stores takes place; nil if that is after its end.
  func place(ofChangeAfter step: Step) -> Step? {
    guard step >= base else { return step }
    return step <= end ? lastStepInOrder(upTo: step) : nil
  }

  /// The branch's step of a cause. Causes before the branch's run keep their numbers.
  func place(ofCause cause: Step?) -> Step? {
    guard let cause, cause >= run.lowerBound else { return cause }
    return place(of: cause)
  }
}

/// Changing a branch's actions.
extension BranchPlan {
  /// Leaves actions out.
  mutating func skip(_ origins: Set<BranchOrigin>) {
    let skipped = origins.compactMap(\.step).sorted()
    parts = parts.flatMap { part in
      guard let steps = part.steps else { return origins.contains(part.origin) ? [] : [part] }
      return steps.without(skipped).map(part.limited)
    }
    number()
  }

  /// Leaves out all actions of the recording but these, which are in order, and what happened to the stores after the
  /// last of them.
  mutating func keep(_ origins: [Step]) {
    end = origins.last ?? start
    parts = parts.flatMap { part in
      guard let steps = part.steps else { return [part] }
      let kept = origins[origins.partitionPoint { $0 >= steps.lowerBound }...]
      return kept.prefix { $0 <= steps.upperBound }.runs.map(part.limited)
    }
    number()
  }

  /// Replaces an action at its place.
  mutating func replace(_ origin: BranchOrigin, with action: EditedAction) {
    parts[isolate(origin)].edited = action
  }

  /// Inserts an action after another; if that one is the recording's, after any inserted there before. Returns its
  /// name.
  mutating func insert(_ edited: EditedAction, after anchor: BranchOrigin) -> BranchOrigin {
    insertedCount += 1
    insert(Part(.inserted(insertedCount), edited, after: anchor), after: anchor)
    return .inserted(insertedCount)
  }

  /// Moves an action after another.
  mutating func move(_ origin: BranchOrigin, after anchor: BranchOrigin) {
    var part = parts.remove(at: isolate(origin))
    number()
    part.anchor = anchor
    insert(part, after: anchor)
  }

  private mutating func insert(_ part: Part, after anchor: BranchOrigin) {
    var place = anchor == .recorded(start) ? 0 : split(after: anchor)
    while anchor.step != nil, place < parts.count, parts[place].anchor == anchor { place += 1 }
    parts.insert(part, at: place)
    number()
  }

  /// Makes an action a part of its own, and returns the part's place. The branch must have the action.
  private mutating func isolate(_ origin: BranchOrigin) -> Int {
    if let step = origin.step { _ = split(after: .recorded(Step(step.number - 1))) }
    return split(after: origin) - 1
  }

  /// Splits the part with an action after it, if necessary. Returns the place of the part that follows.
  private mutating func split(after origin: BranchOrigin) -> Int {
    guard let place = part(with: origin) else { return parts.count }
    let part = parts[place]
    guard let step = origin.step, let steps = part.steps, step < steps.upperBound else {
      return place + 1
    }
    parts[place] = part.limited(to: steps.lowerBound...step)
    parts.insert(part.limited(to: step.next...steps.upperBound), at: place + 1)
    number()
    return place + 1
  }
}

extension ArraySlice<Step> {
  /// These steps, which are in order, as ranges without gaps.
  var runs: [ClosedRange<Step>] {
    var runs: [ClosedRange<Step>] = []
    for step in self {
      if let last = runs.last, last.upperBound.next == step {
        runs[runs.count - 1] = last.lowerBound...step
      } else {
        runs.append(step...step)
      }
    }
    return runs
  }
}

extension ClosedRange<Step> {
  /// The range without some of its steps, which are in order.
  fileprivate func without(_ gone: [Step]) -> [ClosedRange<Step>] {
    var left: [ClosedRange<Step>] = []
    var next = lowerBound
    for step in gone[gone.partitionPoint { $0 >= lowerBound }...] {
      guard step <= upperBound else { break }
      if step > next { left.append(next...Step(step.number - 1)) }
      next = step.next
    }
    if next <= upperBound { left.append(next...upperBound) }
    return left
  }
}
