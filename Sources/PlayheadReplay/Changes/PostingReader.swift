import PlayheadCoding
import PlayheadLog

/// The postings of an index, of which those that were used last are kept unpacked.
final class PostingReader {
  /// So many events take some twenty megabytes.
  private static let limit = 400_000

  /// So many paths' lists of blocks are kept.
  private static let pathLimit = 1_000

  /// Asked at every look; ends what is being asked by throwing.
  var onLook: () throws -> Void = {}
  private let file: ChangeFile
  private var blocksOfPaths: [Int64: [UInt64]] = [:]
  private var kept: [Key: Posting] = [:]
  private var events = 0

  private struct Key: Hashable {
    var path: Int64
    var block: UInt64
    var lists: Int
  }

  init(_ file: ChangeFile) { self.file = file }

  /// The number of the path one step further; nil if nothing ever happened there.
  func path(_ parent: Int64, _ component: Path.Component) throws -> Int64? {
    try file.path(parent, component)
  }

  /// The last step at `step` or before at which something happened at a path.
  func step(of path: Int64, lists: Int, atOrBefore step: UInt64) throws -> UInt64? {
    let blocks = try blocks(of: path)
    for block in blocks[..<blocks.partitionPoint { $0 > step }].reversed() {
      let posting = try posting(of: path, in: block, lists: lists)
      if let found = posting.events(atOrBefore: step) { return posting.steps[found.lowerBound] }
    }
    return nil
  }

  /// The first step after `step` at which something happened at a path.
  func step(of path: Int64, lists: Int, after step: UInt64) throws -> UInt64? {
    let blocks = try blocks(of: path)
    // The block that `step` is in may have it, and else the next one.
    for block in blocks[max(0, blocks.partitionPoint { $0 > step } - 1)...] {
      let posting = try posting(of: path, in: block, lists: lists)
      if let found = posting.events(after: step) { return posting.steps[found.lowerBound] }
    }
    return nil
  }

  /// What happened at a path at a step.
  func events(of path: Int64, lists: Int, at step: UInt64) throws -> StepEvents? {
    let blocks = try blocks(of: path)
    let end = blocks.partitionPoint { $0 > step }
    guard end > 0 else { return nil }
    let posting = try posting(of: path, in: blocks[end - 1], lists: lists)
    guard let range = posting.events(atOrBefore: step), posting.steps[range.lowerBound] == step
    else { return nil }
    return StepEvents(posting: posting, range: range)
  }

  private func blocks(of path: Int64) throws -> [UInt64] {
    try onLook()
    if let known = blocksOfPaths[path] { return known }
    let read = try file.blocks(of: path)
    if blocksOfPaths.count >= Self.pathLimit { blocksOfPaths.removeAll() }
    blocksOfPaths[path] = read
    return read
  }

  private func posting(of path: Int64, in block: UInt64, lists: Int) throws -> Posting {
    let key = Key(path: path, block: block, lists: lists)
    if let known = kept[key] { return known }
    let read = try file.posting(of: path, in: block, lists: lists)
    if events >= Self.limit {
      kept.removeAll()
      events = 0
    }
    kept[key] = read
    events += read.count
    return read
  }
}
