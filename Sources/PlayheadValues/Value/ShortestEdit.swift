/// The greedy algorithm of E. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
///
/// Diagonal *k* has the points with `x − y = k`, x in the old list and y in the new one. Each round allows
/// one more edit, and extends every diagonal over equal elements.
enum ShortestEdit {
  /// The places that a shortest edit script keeps, ascending; `nil` if it has more than `effort` edits.
  static func matches(_ old: [Int], _ new: [Int], effort: Int) -> [(Int, Int)]? {
    let limit = min(effort, old.count + new.count)
    var reach = Reach(limit: limit)
    var rounds: [Reach] = []
    for edits in 0...limit {
      rounds.append(reach)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let (x, y) = slide(from: reach.start(of: diagonal, edits: edits), diagonal, old, new)
        reach[diagonal] = x
        if x >= old.count, y >= new.count {
          return walkBack(from: (old.count, new.count), through: rounds)
        }
      }
    }
    return nil
  }

  private static func slide(from start: Int, _ diagonal: Int, _ old: [Int], _ new: [Int])
    -> (Int, Int)
  {
    var (x, y) = (start, start - diagonal)
    while x < old.count, y < new.count, old[x] == new[y] { (x, y) = (x + 1, y + 1) }
    return (x, y)
  }

  private static func walkBack(from end: (Int, Int), through rounds: [Reach]) -> [(Int, Int)] {
    var matches: [(Int, Int)] = []
    var (x, y) = end
    for (edits, reach) in rounds.enumerated().reversed() {
      let before = reach.origin(of: x - y, edits: edits)
      let (startX, startY) = (reach[before], reach[before] - before)
      while x > startX, y > startY {
        (x, y) = (x - 1, y - 1)
        matches.append((x, y))
      }
      (x, y) = (startX, startY)
    }
    return matches.reversed()
  }
}

/// The furthest place in the old list on each diagonal.
private struct Reach {
  private var furthest: [Int]
  private let middle: Int

  init(limit: Int) {
    middle = limit + 1
    furthest = Array(repeating: 0, count: 2 * limit + 3)
  }

  subscript(diagonal: Int) -> Int {
    get { furthest[middle + diagonal] }
    set { furthest[middle + diagonal] = newValue }
  }

  /// The neighboring diagonal from which one more edit leads here: the one further along.
  func origin(of diagonal: Int, edits: Int) -> Int {
    let comesByInsertion =
      diagonal == -edits || (diagonal != edits && self[diagonal - 1] < self[diagonal + 1])
    return comesByInsertion ? diagonal + 1 : diagonal - 1
  }

  func start(of diagonal: Int, edits: Int) -> Int {
    let origin = origin(of: diagonal, edits: edits)
    return origin > diagonal ? self[origin] : self[origin] + 1
  }
}
