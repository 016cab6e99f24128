package import PlayheadLog

extension LogReader {
  /// How often each type of action came, the most frequent first. Where actions turned out to be damaged, it
  /// takes to read all others: an index does not tell of which types they were.
  package var typeCounts: [(type: ActionType, count: Int)] {
    let told = index.types.reduce(0) { $0 + $1.count }
    return (told == actionCount ? index : countTypes() ?? index).typeCounts
  }

  /// The types of the actions, and of those that turned out to be damaged; the most frequent first.
  package var types: [ActionType] { index.typeCounts.map(\.type) }

  /// How often each type came among the actions that can be read; nil if the disk fails.
  private func countTypes() -> FrameIndex? {
    var counts = FrameIndex()
    let read: Void? = try? forEachChunk(in: .initial...lastStep, onDamage: { _ in }) { chunk in
      for (type, count) in FrameFacts.ChunkFacts(chunk.head).types { counts.count(type, count) }
    }
    return read == nil ? nil : counts
  }
}

extension FrameIndex {
  fileprivate var typeCounts: [(type: ActionType, count: Int)] {
    types.map { ($0.type, $0.count) }.sorted {
      ($1.count, $0.type.name, $0.type.version) < ($0.count, $1.type.name, $1.type.version)
    }
  }
}
