/// Which elements of two lists belong together: the equal ones of a shortest edit script, and,
/// between those, elements that changed.
struct ListAlignment {
  /// Insertions and removals up to which the shortest edit script is sought (elements that only one
  /// list has do not count). Its cost grows with the square of this number: 256 take well under a
  /// millisecond and 1 MB. Beyond it the middle of the lists is compared by place.
  static let effort = 256
  /// Between equal elements, up to this many possible pairs (old times new) are weighed to find
  /// those that resemble each other most; beyond it they pair by place. 1,024 is 32 by 32.
  static let pairLimit = 1_024

  private(set) var pairs: [PartPair] = []

  init(of old: [Value], with new: [Value]) {
    let prefix = Self.commonPrefix(old, new)
    let rest = min(old.count, new.count) - prefix
    let suffix = Self.commonSuffix(old, new, atMost: rest)
    for place in 0..<prefix { append(place, place) }
    let oldMiddle = prefix..<(old.count - suffix)
    let newMiddle = prefix..<(new.count - suffix)
    alignMiddle(old, oldMiddle, new, newMiddle)
    for place in 0..<suffix { append(oldMiddle.upperBound + place, newMiddle.upperBound + place) }
  }

  private static func commonPrefix(_ old: [Value], _ new: [Value]) -> Int {
    zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(old.count, new.count)
  }

  private static func commonSuffix(_ old: [Value], _ new: [Value], atMost limit: Int) -> Int {
    var length = 0
    while length < limit, old[old.count - 1 - length] == new[new.count - 1 - length] { length += 1 }
    return length
  }

  /// Elements between those that both lists begin and end with.
  private mutating func alignMiddle(
    _ old: [Value], _ oldRange: Range<Int>, _ new: [Value], _ newRange: Range<Int>
  ) {
    let end = (oldRange.upperBound, newRange.upperBound)
    var (i, j) = (oldRange.lowerBound, newRange.lowerBound)
    for (a, b) in Self.equalElements(old, oldRange, new, newRange) + [end] {
      alignGap(old, i..<a, new, j..<b)
      if (a, b) != end { append(a, b) }
      (i, j) = (a + 1, b + 1)
    }
  }

  /// The equal elements that a shortest edit script keeps.
  private static func equalElements(
    _ old: [Value], _ oldRange: Range<Int>, _ new: [Value], _ newRange: Range<Int>
  ) -> [(Int, Int)] {
    guard !oldRange.isEmpty, !newRange.isEmpty else { return [] }
    var numbers = ElementNumbers()
    let a = oldRange.map { numbers.number(of: old[$0]) }
    let known = numbers.count
    let b = newRange.map { numbers.number(of: new[$0]) }
    let inNew = Set(b)
    let keptOld = a.indices.filter { inNew.contains(a[$0]) }
    let keptNew = b.indices.filter { b[$0] < known }
    let script = ShortestEdit.matches(
      keptOld.map { a[$0] }, keptNew.map { b[$0] }, effort: effort)
    return (script ?? []).map {
      (oldRange.lowerBound + keptOld[$0.0], newRange.lowerBound + keptNew[$0.1])
    }
  }

  /// Pairs up elements of which none are equal.
  private mutating func alignGap(
    _ old: [Value], _ oldRange: Range<Int>, _ new: [Value], _ newRange: Range<Int>
  ) {
    let isWorthWeighing =
      oldRange.count != newRange.count
      && oldRange.count.multipliedReportingOverflow(by: newRange.count).partialValue
        <= Self.pairLimit
    let gap =
      isWorthWeighing
      ? Resemblance.bestPairs(old[oldRange], new[newRange])
      : Array(zip(oldRange, newRange))
    for (a, b) in gap { append(a, b, isEqual: false) }
  }

  private mutating func append(_ old: Int, _ new: Int, isEqual: Bool = true) {
    pairs.append(PartPair(old: old, new: new, isEqual: isEqual))
  }
}

/// Numbers in place of elements, by first occurrence, so that each element is hashed once.
private struct ElementNumbers {
  private var numbers: [Value: Int] = [:]
  var count: Int { numbers.count }

  mutating func number(of element: Value) -> Int {
    if let number = numbers[element] { return number }
    numbers[element] = numbers.count
    return numbers.count - 1
  }
}
