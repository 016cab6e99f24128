/// The elements of two lists that belong together: the equal ones of a shortest edit script, and changed ones
/// between those.
enum ListAlignment {
  /// The largest number of insertions and removals in an edit script (without elements that only one list
  /// has). The cost grows with the square: 256 take well under a millisecond and 1 MB. Beyond that, elements
  /// in the middle of the lists are compared by place.
  private static let effort = 256
  /// Between equal elements, the largest number of possible pairs that are weighed by resemblance; beyond it,
  /// elements pair by place. 1,024 is 32 by 32.
  private static let pairLimit = 1_024

  static func pairs(of old: [Value], with new: [Value]) -> [PartPair] {
    let shorter = min(old.count, new.count)
    var (prefix, suffix) = (0, 0)
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    while prefix + suffix < shorter, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    let (oldEnd, newEnd) = (old.count - suffix, new.count - suffix)
    // Elements are numbered by their first occurrence, so that each is hashed once.
    var numbers: [Value: Int] = [:]
    func number(of element: Value) -> Int {
      if let number = numbers[element] { return number }
      numbers[element] = numbers.count
      return numbers.count - 1
    }
    let middle = pairs(
      of: old[prefix..<oldEnd].map { number(of: $0) }, from: prefix,
      with: new[prefix..<newEnd].map { number(of: $0) }, from: prefix,
      values: { Array(old[$0]) }, newValues: { Array(new[$0]) })
    return (0..<prefix).map { PartPair(old: $0, new: $0, isEqual: true) } + middle
      + (0..<suffix).map { PartPair(old: oldEnd + $0, new: newEnd + $0, isEqual: true) }
  }

  /// The pairs of two parts of lists, which begin at `first` and `newFirst`, by numbers: equal elements have the same
  /// number. `values` and `newValues` give the elements at some places of the lists.
  static func pairs(
    of old: [Int], from first: Int, with new: [Int], from newFirst: Int,
    values: (Range<Int>) throws -> [Value], newValues: (Range<Int>) throws -> [Value]
  ) rethrows -> [PartPair] {
    var pairs: [PartPair] = []
    var (i, j) = (0, 0)
    for (a, b) in equalElements(old, new) + [(old.count, new.count)] {
      pairs += try unequalPairs(
        in: first + i..<first + a, newFirst + j..<newFirst + b, values, newValues)
      if (a, b) != (old.count, new.count) {
        pairs.append(PartPair(old: first + a, new: newFirst + b, isEqual: true))
      }
      (i, j) = (a + 1, b + 1)
    }
    return pairs
  }

  /// The equal elements that a shortest edit script keeps.
  private static func equalElements(_ old: [Int], _ new: [Int]) -> [(Int, Int)] {
    guard !old.isEmpty, !new.isEmpty else { return [] }
    let (inOld, inNew) = (Set(old), Set(new))
    let keptOld = old.indices.filter { inNew.contains(old[$0]) }
    let keptNew = new.indices.filter { inOld.contains(new[$0]) }
    let script = ShortestEdit.matches(
      keptOld.map { old[$0] }, keptNew.map { new[$0] }, effort: effort)
    return (script ?? []).map { (keptOld[$0.0], keptNew[$0.1]) }
  }

  private static func unequalPairs(
    in old: Range<Int>, _ new: Range<Int>, _ values: (Range<Int>) throws -> [Value],
    _ newValues: (Range<Int>) throws -> [Value]
  ) rethrows -> [PartPair] {
    let (possible, isHuge) = old.count.multipliedReportingOverflow(by: new.count)
    let isWorthWeighing = old.count != new.count && !isHuge && possible <= pairLimit
    guard isWorthWeighing, possible > 0 else {
      return zip(old, new).map { PartPair(old: $0, new: $1, isEqual: false) }
    }
    return Resemblance.bestPairs(try values(old), try newValues(new)).map {
      PartPair(old: old.lowerBound + $0, new: new.lowerBound + $1, isEqual: false)
    }
  }
}

/// The resemblance of two unequal elements, to distinguish a changed element from a removed and an added one.
private enum Resemblance {
  /// The pairs, in ascending order, with the greatest total resemblance; as many as the shorter side has.
  /// Compares every old element with every new one.
  static func bestPairs(_ old: [Value], _ new: [Value]) -> [(Int, Int)] {
    let scores = old.map { a in new.map { score(a, $0) } }
    // The greatest total of the elements from these places on.
    var best = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    for i in stride(from: old.count - 1, through: 0, by: -1) {
      for j in stride(from: new.count - 1, through: 0, by: -1) {
        best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + scores[i][j])
      }
    }
    var pairs: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      if best[i][j] == best[i + 1][j + 1] + scores[i][j] {
        pairs.append((i, j))
        (i, j) = (i + 1, j + 1)
      } else if best[i][j] == best[i + 1][j] {
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
