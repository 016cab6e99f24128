import PlayheadValues

/// Paths and what happened at them, read without belief: what no index would hold is a fault of it.
extension ChangeFile {
  /// The number of the whole state's path.
  static let root: Int64 = 0

  /// What stands for every place in a list.
  private static let anyPlace = "[]"

  /// The number of the path one step further; nil if nothing ever happened there.
  func path(_ parent: Int64, _ component: StatePath.Component) throws -> Int64? {
    guard let path = try findPath.number([parent], text: Self.text(of: component)) else {
      return nil
    }
    return try Self.number(path, within: parent, database)
  }

  /// The same, which gets a number if it has none.
  func makePath(_ parent: Int64, _ component: StatePath.Component) throws -> Int64 {
    if let known = try path(parent, component) { return known }
    guard let new = try addPath.number([parent], text: Self.text(of: component)) else {
      throw database.damage("a path got no number")
    }
    return try Self.number(new, within: parent, database)
  }

  /// Paths get their numbers in turn, a part after the whole: else one might lead to itself.
  private static func number(
    _ path: UInt64, within parent: Int64, _ database: IndexDatabase
  ) throws(IndexFault) -> Int64 {
    guard path > UInt64(parent), let number = Int64(exactly: path) else {
      throw database.damage("a path is within itself")
    }
    return number
  }

  private static func text(of component: StatePath.Component) -> String {
    if case .index = component { anyPlace } else { StatePath([component]).description }
  }

  /// The blocks in which something happened, by their first steps, in order.
  func blocks(of series: PostingSeries) throws -> [UInt64] {
    var blocks: [UInt64] = []
    try blocksOfSeries.run([series.path, series.layer.rawValue]) { row in
      let block = try row.number(0)
      guard blocks.last.map({ $0 < block }) ?? true else {
        throw database.damage("its blocks are in disorder")
      }
      blocks.append(block)
    }
    return blocks
  }

  /// What happened in one of its blocks.
  func posting(of series: PostingSeries, in block: UInt64) throws -> Posting {
    var found: Posting?
    try posting.run([series.path, series.layer.rawValue, Int64(block)]) { row in
      let (first, last) = (try row.number(1), try row.number(2))
      guard first <= last else { throw database.damage("a block ends before it begins") }
      found = try row.read(0) { try Posting($0, lists: series.lists, of: first...last) }
    }
    guard let found else { throw database.damage("a block is missing") }
    return found
  }
}
