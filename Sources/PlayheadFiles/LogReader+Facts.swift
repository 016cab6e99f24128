package import PlayheadLog

/// What a log's files tell, without reading an action.
extension LogReader {
  /// How many files the log was read from, besides its tail: more than one if a flight recorder has
  /// left older segments beside it.
  package var segmentCount: Int { facts.segmentCount }

  /// Whether the app that records the log had it when it was opened.
  package var isBeingWritten: Bool { facts.isBeingWritten }

  /// How many bytes the log takes.
  package var byteCount: Int { source.size }

  /// How many chunks the log has.
  package var chunkCount: Int { chunks.all.count }

  /// What is known of the frame that begins at `offset`.
  package func entry(atOffset offset: Int) -> FrameIndex.Entry? {
    let place = offsets.partitionPoint { $0 >= offset }
    return place < offsets.count && offsets[place] == offset ? index.frames[place] : nil
  }
}

extension GapReason {
  /// Whether the steps were to be recorded and could not be; of a reason of later versions that is not known.
  package var isLoss: Bool {
    switch self {
    case .unencodable, .unwritable, .overrun, .damaged: true
    case .paused, .restarted, .other: false
    }
  }
}
