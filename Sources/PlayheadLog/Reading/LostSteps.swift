/// Which steps a log lacks although nothing in it says that they were left out.
package struct LostSteps {
  /// The lost steps, in order.
  package let ranges: [ClosedRange<Step>]

  /// Steps from `first` to `last` that are neither recorded nor in a gap.
  package init(from first: Step, to last: Step, known: [ClosedRange<Step>]) {
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

  /// Whether any of `steps` is lost.
  func overlaps(_ steps: ClosedRange<Step>) -> Bool {
    let place = ranges.partitionPoint { $0.upperBound >= steps.lowerBound }
    return place < ranges.count && ranges[place].overlaps(steps)
  }

  /// From the first to the last of those after `last` and before `next`, or all after `last`.
  func hull(after last: Step, before next: Step?) -> ClosedRange<Step>? {
    let first = ranges.partitionPoint { $0.lowerBound > last }
    let end = next.map { next in ranges.partitionPoint { $0.upperBound >= next } } ?? ranges.count
    return first < end ? ranges[first].lowerBound...ranges[end - 1].upperBound : nil
  }
}
