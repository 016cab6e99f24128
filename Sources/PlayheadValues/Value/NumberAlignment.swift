/// The alignment of two lists between what they begin and end with alike, by numbers that stand for
/// their elements: the same number for equal ones.
struct NumberAlignment {
  /// Gives the elements at some places of the old list and of the new one.
  typealias Elements = (Range<Int>, Range<Int>) throws -> (ArraySlice<Value>, ArraySlice<Value>)

  private(set) var pairs: [PartPair] = []

  init(of old: [Int], with new: [Int], elements: Elements) rethrows {
    var (i, j) = (0, 0)
    for (a, b) in Self.equalElements(old, new) + [(old.count, new.count)] {
      for pair in try Self.pairs(in: i..<a, j..<b, elements) { pairs.append(pair) }
      if (a, b) != (old.count, new.count) { pairs.append(PartPair(old: a, new: b, isEqual: true)) }
      (i, j) = (a + 1, b + 1)
    }
  }

  /// The equal elements that a shortest edit script keeps.
  private static func equalElements(_ old: [Int], _ new: [Int]) -> [(Int, Int)] {
    guard !old.isEmpty, !new.isEmpty else { return [] }
    let (inOld, inNew) = (Set(old), Set(new))
    let keptOld = old.indices.filter { inNew.contains(old[$0]) }
    let keptNew = new.indices.filter { inOld.contains(new[$0]) }
    let script = ShortestEdit.matches(
      keptOld.map { old[$0] }, keptNew.map { new[$0] }, effort: ListAlignment.effort)
    return (script ?? []).map { (keptOld[$0.0], keptNew[$0.1]) }
  }

  /// Pairs up elements of which none are equal.
  private static func pairs(
    in old: Range<Int>, _ new: Range<Int>, _ elements: Elements
  ) rethrows -> [PartPair] {
    let (possible, isHuge) = old.count.multipliedReportingOverflow(by: new.count)
    let isWorthWeighing = old.count != new.count && !isHuge && possible <= ListAlignment.pairLimit
    guard isWorthWeighing, possible > 0 else {
      return zip(old, new).map { PartPair(old: $0, new: $1, isEqual: false) }
    }
    let (ones, others) = try elements(old, new)
    return Resemblance.bestPairs(ones, others).map {
      PartPair(
        old: old.lowerBound + $0.0 - ones.startIndex,
        new: new.lowerBound + $0.1 - others.startIndex, isEqual: false)
    }
  }
}
