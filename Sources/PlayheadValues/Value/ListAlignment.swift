/// The elements of two lists that belong together: the equal ones of a shortest edit script, and changed ones
/// between those.
struct ListAlignment {
  /// The largest number of insertions and removals in an edit script (without elements that only one list
  /// has). The cost grows with the square: 256 take well under a millisecond and 1 MB. Beyond that, elements
  /// in the middle of the lists are compared by place.
  static let effort = 256
  /// Between equal elements, the largest number of possible pairs that are weighed by resemblance; beyond it,
  /// elements pair by place. 1,024 is 32 by 32.
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

/// Numbers for elements, by first occurrence, so that each element is hashed once.
private struct ElementNumbers {
  private var numbers: [Value: Int] = [:]

  mutating func number(of element: Value) -> Int {
    if let number = numbers[element] { return number }
    numbers[element] = numbers.count
    return numbers.count - 1
  }
}

/// The alignment of two lists without their common ends, by numbers: equal elements have the same number.
struct NumberAlignment {
  /// Returns the elements at some places of the old list and of the new one.
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

  /// Pairs unequal elements.
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

/// The resemblance of two unequal elements, to distinguish a changed element from a removed and an added one.
enum Resemblance {
  /// The pairs, in ascending order, with the greatest total resemblance; as many as the shorter side has.
  /// Compares every old element with every new one.
  static func bestPairs(_ old: ArraySlice<Value>, _ new: ArraySlice<Value>) -> [(Int, Int)] {
    var best = ScoreTable(rows: old.count + 1, columns: new.count + 1)
    let scores = old.map { a in new.map { score(a, $0) } }
    for i in stride(from: old.count - 1, through: 0, by: -1) {
      for j in stride(from: new.count - 1, through: 0, by: -1) {
        best[i, j] = max(best[i + 1, j], best[i, j + 1], best[i + 1, j + 1] + scores[i][j])
      }
    }
    var pairs: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      if best[i, j] == best[i + 1, j + 1] + scores[i][j] {
        pairs.append((old.startIndex + i, new.startIndex + j))
        (i, j) = (i + 1, j + 1)
      } else if best[i, j] == best[i + 1, j] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// The score of a record with all fields equal. Far above `anyPair`, so that a common field outweighs
  /// order; a multiple of many numbers of fields.
  private static let full = 720
  /// The lowest score of a pair: a replacement in place is better than a removal and an addition.
  private static let anyPair = 1
  /// The score of two values of one kind.
  private static let sameKind = 2

  private static func score(_ a: Value, _ b: Value) -> Int {
    guard a.kind == b.kind else { return anyPair }
    guard case .record(let old) = a, case .record(let new) = b else { return sameKind }
    let shared = zip(old, new).count { $0.name.hasSameUTF8(as: $1.name) }
    let equal = zip(old, new).count { $0 == $1 }
    let size = max(old.count, new.count, 1)
    return sameKind + (shared + equal * full) / size
  }
}

private struct ScoreTable {
  private var scores: [Int]
  private let columns: Int

  init(rows: Int, columns: Int) {
    self.columns = columns
    scores = Array(repeating: 0, count: rows * columns)
  }

  subscript(row: Int, column: Int) -> Int {
    get { scores[row * columns + column] }
    set { scores[row * columns + column] = newValue }
  }
}
