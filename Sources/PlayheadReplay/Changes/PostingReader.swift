import PlayheadCoding
import PlayheadLog

/// The postings of an index, of which those that were used last are kept unpacked.
final class PostingReader {
  /// So many events take some twenty megabytes.
  private static let limit = 400_000

  private let file: ChangeFile
  private var kept: [Key: Posting] = [:]
  private var events = 0

  private struct Key: Hashable {
    var path: Int64
    var block: UInt64
  }

  init(_ file: ChangeFile) { self.file = file }

  /// The number of the path one step further; nil if nothing ever happened there.
  func path(_ parent: Int64, _ component: Path.Component) throws -> Int64? {
    try file.path(parent, component)
  }

  /// The last step at `step` or before at which something happened at a path.
  func step(of path: Int64, lists: Int, atOrBefore step: UInt64) throws -> UInt64? {
    var latest = step
    while let block = try file.block(of: path, atOrBefore: latest) {
      let posting = try posting(of: path, in: block, lists: lists)
      if let found = posting?.events(atOrBefore: step) { return posting?.steps[found.lowerBound] }
      guard block > 0 else { return nil }
      latest = block - 1
    }
    return nil
  }

  /// The first step after `step` at which something happened at a path.
  func step(of path: Int64, lists: Int, after step: UInt64) throws -> UInt64? {
    // The block that `step` is in may have it, and else the next one.
    if let block = try file.block(of: path, atOrBefore: step),
      let posting = try posting(of: path, in: block, lists: lists),
      let found = posting.events(after: step)
    {
      return posting.steps[found.lowerBound]
    }
    guard let block = try file.block(of: path, atOrAfter: step + 1) else { return nil }
    return try posting(of: path, in: block, lists: lists)?.steps.first
  }

  /// What happened at a path at a step.
  func events(of path: Int64, lists: Int, at step: UInt64) throws -> StepEvents? {
    guard let block = try file.block(of: path, atOrBefore: step),
      let posting = try posting(of: path, in: block, lists: lists),
      let range = posting.events(atOrBefore: step), posting.steps[range.lowerBound] == step
    else { return nil }
    return StepEvents(posting: posting, range: range)
  }

  private func posting(of path: Int64, in block: UInt64, lists: Int) throws -> Posting? {
    let key = Key(path: path, block: block)
    if let known = kept[key] { return known }
    guard let read = try file.posting(of: path, in: block, lists: lists) else { return nil }
    if events >= Self.limit {
      kept.removeAll()
      events = 0
    }
    kept[key] = read
    events += read.count
    return read
  }
}
