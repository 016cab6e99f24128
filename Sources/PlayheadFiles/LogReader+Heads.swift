import PlayheadCoding
package import PlayheadLog

extension LogReader {
  /// Gives what the chunks say of their actions that are in `range` to `body`, in order: types, times and
  /// causes, without unpacking a payload. Those that turn out to be damaged are given to `onDamage`, and
  /// passed over unless it throws.
  package func forEachHead(
    in range: ClosedRange<Step>, onDamage: (LogError.Damage) throws -> Void,
    _ body: (ChunkHead) throws -> Void
  ) throws {
    for place in chunks.all where place.steps.overlaps(range) {
      let head: ChunkHead
      do {
        head = try self.head(in: place.frame)
      } catch LogError.damaged(let damage) {
        try onDamage(damage)
        continue
      }
      try body(head)
    }
  }

  private func head(in frame: Int) throws(LogError) -> ChunkHead {
    if let chunk = keptChunk(in: frame) { return chunk.head }
    if let lastHead, lastHead.frame == frame { return lastHead.head }
    do {
      let head = try readHead(in: frame)
      lastHead = (frame, head)
      return head
    } catch {
      if case .damaged(let damage) = error { lose(damage) }
      throw error
    }
  }

  private func readHead(in frame: Int) throws(LogError) -> ChunkHead {
    var head: ChunkHead?
    try forEachRecord(in: frame) { kind, body throws(ByteFault) in
      if kind == .chunk { head = try ChunkHead(body) }
    }
    guard let head else { throw .damaged(damage(in: frame, "it holds no actions")) }
    guard head.firstStep...head.lastStep == index.frames[frame].steps else {
      throw .damaged(damage(in: frame, "it holds other steps than the index says"))
    }
    return head
  }
}
