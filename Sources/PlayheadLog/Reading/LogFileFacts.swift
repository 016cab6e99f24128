/// Facts about the files of a log.
package struct LogFileFacts {
  /// Whether a recorder had the log open when it was opened here.
  package var isBeingWritten = false
  /// The tail beside a log that is not closed.
  package var tail: Tail?
  /// The number of segments of the recording.
  package var segmentCount = 1
  /// The files, in order, and the bytes that are read of each; empty if the log is one file.
  package var files: [(path: String, byteCount: Int)] = []
  /// The rights that all of the files have.
  package var mode = FileMode.owner

  package init(
    isBeingWritten: Bool = false, tail: Tail? = nil, segmentCount: Int = 1, mode: FileMode = .owner
  ) {
    (self.isBeingWritten, self.tail, self.segmentCount) = (isBeingWritten, tail, segmentCount)
    self.mode = mode
  }

  /// The facts of several logs that are read as one.
  package init(joining all: [LogFileFacts]) {
    let tails = all.compactMap(\.tail)
    isBeingWritten = all.contains { $0.isBeingWritten }
    segmentCount = all.reduce(0) { $0 + $1.segmentCount }
    files = all.flatMap(\.files)
    mode = .common(to: all.map(\.mode))
    if !tails.isEmpty {
      tail = Tail(byteCount: all.last?.tail?.byteCount ?? 0, losses: tails.flatMap(\.losses))
    }
  }

  /// The file that has the byte at an offset, and the file's start; `nil` if the log is one file.
  func file(at offset: Int) -> (path: String, start: Int)? {
    guard files.count > 1 else { return nil }
    var start = 0
    for file in files.dropLast() where offset >= start {
      if offset < start + file.byteCount { return (file.path, start) }
      start += file.byteCount
    }
    return (files[files.count - 1].path, start)
  }

  package struct Tail {
    /// The bytes that the tail adds to the log's.
    package var byteCount: Int
    /// The unreadable parts of the tail.
    package var losses: [TailFrames.Loss]

    package init(byteCount: Int, losses: [TailFrames.Loss]) {
      (self.byteCount, self.losses) = (byteCount, losses)
    }

    /// The last unreadable step.
    package var lastLostStep: Step { losses.compactMap(\.steps?.upperBound).max() ?? .initial }
  }
}

extension LogReader {
  /// The bytes of whole frames, without a torn or damaged end.
  package var wholeLength: Int {
    let torn = faults.first { $0.frame == index.frames.count - 1 }
    return torn?.offset ?? source.size
  }

  /// The last step, recorded or left out.
  package var lastStepOfAll: Step {
    let asides = asides([.of(.gap), .of(.checkpoint)])
    let told = asides.gaps.map(\.steps.upperBound) + asides.checkpoints
    return told.reduce(max(lastStep, facts.tail?.lastLostStep ?? .initial), max)
  }
}
