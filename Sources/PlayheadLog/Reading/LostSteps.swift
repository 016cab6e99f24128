/// Which steps a log lacks although nothing in it says that they were left out.
struct LostSteps {
  /// The lost steps, in order.
  let ranges: [ClosedRange<Step>]

  /// Steps from `first` to `last` that are neither recorded nor in a gap.
  init(from first: Step, to last: Step, known: [ClosedRange<Step>]) {
    var ranges: [ClosedRange<Step>] = []
    var expected = first
    for known in known.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if expected < known.lowerBound, expected <= last, let end = known.lowerBound.previous {
        ranges.append(expected...min(end, last))
      }
      expected = max(expected, known.upperBound.next)
    }
    if expected <= last { ranges.append(expected...last) }
    self.ranges = ranges
  }

  /// From the first to the last of those after `last` and before `next`, or all after `last`.
  func hull(after last: Step, before next: Step?) -> ClosedRange<Step>? {
    let between = ranges.filter { range in
      range.lowerBound > last && (next.map { range.upperBound < $0 } ?? true)
    }
    guard let first = between.first, let end = between.last else { return nil }
    return first.lowerBound...end.upperBound
  }
}

extension LogError.Damage {
  /// Whether the damage is why `missing` steps are missing.
  func covers(_ missing: ClosedRange<Step>) -> Bool {
    switch lost {
    case .nothing: false
    case .steps(let steps): steps.overlaps(missing)
    case .rest: missing.lowerBound > lastWhole
    }
  }
}
