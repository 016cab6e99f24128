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
    let (oldEnd, newEnd) = (old.count - suffix, new.count - suffix)
    var numbers = ElementNumbers()
    let middle = NumberAlignment(
      of: old[prefix..<oldEnd].map { numbers.number(of: $0) },
      with: new[prefix..<newEnd].map { numbers.number(of: $0) }
    ) {
      (
        old[($0.lowerBound + prefix)..<($0.upperBound + prefix)],
        new[($1.lowerBound + prefix)..<($1.upperBound + prefix)]
      )
    }
    for pair in middle.pairs { append(pair.old + prefix, pair.new + prefix, pair.isEqual) }
    for place in 0..<suffix { append(oldEnd + place, newEnd + place) }
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

  private mutating func append(_ old: Int, _ new: Int, _ isEqual: Bool = true) {
    pairs.append(PartPair(old: old, new: new, isEqual: isEqual))
  }
}

/// Numbers in place of elements, by first occurrence, so that each element is hashed once.
private struct ElementNumbers {
  private var numbers: [Value: Int] = [:]

  mutating func number(of element: Value) -> Int {
    if let number = numbers[element] { return number }
    numbers[element] = numbers.count
    return numbers.count - 1
  }
}
