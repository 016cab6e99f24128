import PlayheadLog
import PlayheadValues

/// The postings of an index, of which those that were used last are kept unpacked.
final class PostingReader {
  /// So many events take some twenty megabytes.
  private static let limit = 400_000

  /// So many series' lists of blocks are kept.
  private static let seriesLimit = 1_000

  /// Asked at every look; ends what is being asked by throwing.
  var onLook: () throws -> Void = {}
  private let file: ChangeFile
  private var blocksOfSeries: [PostingSeries: [UInt64]] = [:]
  private var kept: [Key: Posting] = [:]
  private var events = 0

  private struct Key: Hashable {
    var series: PostingSeries
    var block: UInt64
  }

  init(_ file: ChangeFile) { self.file = file }

  /// The number of the path one step further; nil if nothing ever happened there.
  func path(_ parent: Int64, _ component: StatePath.Component) throws -> Int64? {
    try file.path(parent, component)
  }

  /// The last step at `step` or before at which something happened.
  func step(of series: PostingSeries, atOrBefore step: UInt64) throws -> UInt64? {
    let blocks = try blocks(of: series)
    for block in blocks[..<blocks.partitionPoint { $0 > step }].reversed() {
      let posting = try posting(of: series, in: block)
      if let found = posting.events(atOrBefore: step) { return posting.steps[found.lowerBound] }
    }
    return nil
  }

  /// The first step after `step` at which something happened.
  func step(of series: PostingSeries, after step: UInt64) throws -> UInt64? {
    let blocks = try blocks(of: series)
    // The block that `step` is in may have it, and else the next one.
    for block in blocks[max(0, blocks.partitionPoint { $0 > step } - 1)...] {
      let posting = try posting(of: series, in: block)
      if let found = posting.events(after: step) { return posting.steps[found.lowerBound] }
    }
    return nil
  }

  /// What happened at a step.
  func events(of series: PostingSeries, at step: UInt64) throws -> StepEvents? {
    let blocks = try blocks(of: series)
    let end = blocks.partitionPoint { $0 > step }
    guard end > 0 else { return nil }
    let posting = try posting(of: series, in: blocks[end - 1])
    guard let range = posting.events(atOrBefore: step), posting.steps[range.lowerBound] == step
    else { return nil }
    return StepEvents(posting: posting, range: range)
  }

  private func blocks(of series: PostingSeries) throws -> [UInt64] {
    try onLook()
    if let known = blocksOfSeries[series] { return known }
    let read = try file.blocks(of: series)
    if blocksOfSeries.count >= Self.seriesLimit { blocksOfSeries.removeAll() }
    blocksOfSeries[series] = read
    return read
  }

  private func posting(of series: PostingSeries, in block: UInt64) throws -> Posting {
    let key = Key(series: series, block: block)
    if let known = kept[key] { return known }
    let read = try file.posting(of: series, in: block)
    if events >= Self.limit {
      kept.removeAll()
      events = 0
    }
    kept[key] = read
    events += read.count
    return read
  }
}
