import PlayheadLog

/// What steps damage explains: those that are missing besides are missing for another reason.
struct DamageExtent {
  /// The steps that damaged frames had, in order, those that overlap as one.
  private var ranges: [ClosedRange<Step>] = []
  /// The step behind which anything may be damaged.
  private var lastWhole: Step?

  init(_ damages: [LogError.Damage]) {
    lastWhole = damages.filter { $0.lost == .rest }.map(\.lastWhole).min()
    let steps = damages.compactMap { if case .steps(let steps) = $0.lost { steps } else { nil } }
    for steps in steps.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, steps.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, steps.upperBound)
      } else {
        ranges.append(steps)
      }
    }
  }

  /// Whether damage is why `missing` steps are missing.
  func covers(_ missing: ClosedRange<Step>) -> Bool {
    if let lastWhole, missing.lowerBound > lastWhole { return true }
    let place = ranges.partitionPoint { $0.upperBound >= missing.lowerBound }
    return place < ranges.count && ranges[place].overlaps(missing)
  }
}
