import PlayheadLog
import PlayheadReading

/// Changing a branch's actions.
extension BranchPlan {
  /// Leaves actions out.
  mutating func skip(_ origins: Set<BranchOrigin>) {
    let sorted = origins.compactMap(\.step).sorted()
    parts = parts.flatMap { part -> [Part] in
      switch part {
      case .single(let item): origins.contains(item.origin) ? [] : [part]
      case .recorded(let steps): steps.without(sorted).map { .recorded($0) }
      }
    }
    number()
  }

  /// Leaves out all actions of the recording but these, which are in order.
  mutating func keep(_ origins: [Step]) {
    let wanted = Set(origins)
    var kept = origins[...]
    parts = parts.flatMap { part -> [Part] in
      switch part {
      case .single(let item):
        return item.origin.step.map(wanted.contains) == false ? [] : [part]
      case .recorded(let steps):
        kept = kept.drop { $0 < steps.lowerBound }
        return kept.prefix { $0 <= steps.upperBound }.runs.map { .recorded($0) }
      }
    }
    number()
  }

  /// Replaces an action at its place.
  mutating func replace(_ origin: BranchOrigin, with action: EditedAction) {
    let place = isolate(origin)
    guard case .single(var item) = parts[place] else { return }
    item.edited = action
    parts[place] = .single(item)
    number()
  }

  /// Inserts an action after another; if that one is the recording's, after any inserted there before.
  mutating func insert(_ edited: EditedAction, _ origin: BranchOrigin, after anchor: BranchOrigin) {
    insert(Item(origin: origin, edited: edited, anchor: anchor))
    number()
  }

  /// Moves an action after another.
  mutating func move(_ origin: BranchOrigin, after anchor: BranchOrigin) {
    let place = isolate(origin)
    guard case .single(var item) = parts.remove(at: place) else { return }
    number()
    item.anchor = anchor
    insert(item)
    number()
  }

  private mutating func insert(_ item: Item) {
    guard let anchor = item.anchor else { return }
    guard let step = anchor.step else {
      return parts.insert(.single(item), at: singles[anchor].map { $0 + 1 } ?? parts.count)
    }
    var place = step == start ? 0 : split(theRunOf: step, after: step)
    while place < parts.count, case .single(let other) = parts[place], other.anchor == anchor {
      place += 1
    }
    parts.insert(.single(item), at: place)
  }

  /// Makes the action at `origin` a part of its own, and returns the part's place.
  private mutating func isolate(_ origin: BranchOrigin) -> Int {
    if let place = singles[origin] { return place }
    guard let step = origin.step else { return parts.count - 1 }
    if let before = step.previous { _ = split(theRunOf: step, after: before) }
    let place = split(theRunOf: step, after: step) - 1
    parts[place] = .single(Item(origin: origin))
    number()
    return place
  }

  /// Splits the run with `step` after `last`, if necessary. Returns the place of the part after `step`'s.
  private mutating func split(theRunOf step: Step, after last: Step) -> Int {
    if let place = singles[.recorded(step)] { return place + 1 }
    let next = runs.partitionPoint { lowerBound(of: $0) > step }
    guard next > 0, case .recorded(let steps) = parts[runs[next - 1]] else { return 0 }
    let place = runs[next - 1]
    guard steps.contains(last), last < steps.upperBound else { return place + 1 }
    parts.replaceSubrange(
      place...place,
      with: [.recorded(steps.lowerBound...last), .recorded(last.next...steps.upperBound)])
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
