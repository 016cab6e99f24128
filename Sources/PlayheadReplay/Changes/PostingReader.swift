import PlayheadLog
import PlayheadValues

/// Reads the postings of an index. Keeps those used last unpacked.
final class PostingReader {
  /// This many events take some twenty megabytes.
  private static let limit = 400_000

  /// Called at every look. Throw to end the question.
  var onLook: () throws -> Void = {}
  private let file: ChangeFile
  private var kept: [Key: Posting] = [:]
  private var events = 0

  private struct Key: Hashable {
    var series: PostingSeries
    var block: Int
  }

  init(_ file: ChangeFile) { self.file = file }

  /// The number of a child path; nil if nothing ever happened there.
  func path(_ parent: Int, _ component: StatePath.Component) -> Int? {
    file.directory.path(parent, component)
  }

  /// The last step, at `step` or before, with an event.
  func step(of series: PostingSeries, atOrBefore step: UInt64) throws -> UInt64? {
    let all = try postings(of: series)
    for found in all[..<count(of: all, upTo: step)].reversed() {
      let posting = try posting(of: series, found)
      if let events = posting.events(atOrBefore: step) { return posting.steps[events.lowerBound] }
    }
    return nil
  }

  /// The first step after `step` with an event.
  func step(of series: PostingSeries, after step: UInt64) throws -> UInt64? {
    let all = try postings(of: series)
    // The event may be in the block that `step` is in, and else in the next one.
    for found in all[max(0, count(of: all, upTo: step) - 1)...] {
      let posting = try posting(of: series, found)
      if let events = posting.events(after: step) { return posting.steps[events.lowerBound] }
    }
    return nil
  }

  /// The events at a step.
  func events(of series: PostingSeries, at step: UInt64) throws -> StepEvents? {
    let all = try postings(of: series)
    let count = count(of: all, upTo: step)
    guard count > 0 else { return nil }
    let posting = try posting(of: series, all[count - 1])
    guard let range = posting.events(atOrBefore: step), posting.steps[range.lowerBound] == step
    else { return nil }
    return StepEvents(posting: posting, range: range)
  }

  private func postings(of series: PostingSeries) throws -> [ChangeDirectory.BlockPosting] {
    try onLook()
    return file.directory.postings(of: series)
  }

  /// The number of blocks with events that begin at `step` or before.
  private func count(of all: [ChangeDirectory.BlockPosting], upTo step: UInt64) -> Int {
    all.partitionPoint { file.directory.blocks[$0.block].lowerBound > step }
  }

  private func posting(
    of series: PostingSeries, _ found: ChangeDirectory.BlockPosting
  ) throws -> Posting {
    let key = Key(series: series, block: found.block)
    if let known = kept[key] { return known }
    let read = try file.posting(of: series, found)
    if events >= Self.limit {
      kept.removeAll()
      events = 0
    }
    kept[key] = read
    events += read.count
    return read
  }
}
