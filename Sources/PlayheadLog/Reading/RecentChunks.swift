/// The chunks of a log that were read last: two, as the way to a step may begin in the chunk before its own.
struct RecentChunks {
  typealias Kept = (frame: Int, chunk: Chunk)
  private(set) var last: Kept?
  private var before: Kept?

  func chunk(in frame: Int) -> Chunk? {
    if let last, last.frame == frame { return last.chunk }
    if let before, before.frame == frame { return before.chunk }
    return nil
  }

  mutating func keep(_ chunk: Chunk, in frame: Int) {
    if last?.frame != frame { before = last }
    last = (frame, chunk)
  }
}
