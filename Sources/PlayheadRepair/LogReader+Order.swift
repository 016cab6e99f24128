import PlayheadLog

/// A stretch of another source.
private struct SliceSource: LogSource {
  let source: any LogSource
  let start: Int
  let size: Int

  func read(at offset: Int, count: Int) throws(LogError) -> [UInt8] {
    guard offset >= 0, offset < size else { return [] }
    return try source.read(at: start + offset, count: min(count, size - offset))
  }
}

extension LogReader {
  /// A part as it lies in the file.
  private struct PlacedPart {
    /// Where it begins.
    var offset: Int
    /// The step with which it begins, if it is known.
    var start: Step?
  }

  /// The log with its parts in the order of their steps; nil if that is how they are. Parts that were
  /// joined in another order are no less whole: only no reader could go on where one leads back.
  func inOrder() throws(LogError) -> LogReader? {
    // A part that leads back is one that opening could not take in.
    guard !faults.isEmpty else { return nil }
    let parts = try placedParts()
    let starts = parts.map { $0.start ?? .initial }
    let order = parts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
    guard order != Array(parts.indices) else { return nil }
    let ends = parts.dropFirst().map(\.offset) + [index.byteCount]
    // What belongs to another recording stays behind it.
    let slices = order.map { parts[$0].offset..<ends[$0] } + [index.byteCount..<source.size]
    var facts = facts
    facts.tail?.byteCount = 0
    facts.files = []
    let pieces = slices.map { slice in
      (SliceSource(source: source, start: slice.lowerBound, size: slice.count), slice.count)
    }
    let ordered = try LogReader(JoinedSource(pieces), name: name, facts)
    // Where a piece is there twice, what is behind it belongs to what is in front.
    return ordered.actionCount > actionCount ? ordered : nil
  }

  private func placedParts() throws(LogError) -> [PlacedPart] {
    var parts = [PlacedPart(offset: 0)]
    for (frame, offset) in zip(index.frames, offsets) {
      let last = parts.count - 1
      // Of frames that were taken in, only those that begin something are of interest.
      if !frame.kinds.isEmpty, !frame.kinds.contains(.of(.header)), parts[last].start != nil {
        continue
      }
      var facts = FrameFacts()
      guard facts.read(try source.read(at: offset, count: frame.length)) == nil else { continue }
      let start = facts.checkpoint ?? facts.chunk?.firstStep.previous
      if facts.header != nil, offset > 0 {
        parts.append(PlacedPart(offset: offset, start: start))
      } else {
        parts[last].start = parts[last].start ?? start
      }
    }
    return parts
  }
}
