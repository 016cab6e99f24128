/// How alike two unequal elements are, to tell "this one changed" from "one left, another came".
enum Resemblance {
  /// The pairs, in ascending order, with the greatest resemblance in sum; as many as the shorter
  /// side has.
  ///
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

  /// What a record whose fields are all equal would score. Far above `anyPair`, so that a field in
  /// common outweighs order; a multiple of many counts of fields.
  private static let full = 720
  /// What the poorest pair scores: better replaced in place than removed here and added there.
  private static let anyPair = 1
  /// What two values of one kind score.
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
