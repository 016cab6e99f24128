/// What is known about the files of a log.
package struct LogFileFacts {
  /// Whether a recorder had the log when it was opened.
  package var isBeingWritten = false
  /// The tail beside the log, if it is not closed.
  package var tail: Tail?
  /// How many segments of a recording there are.
  package var segmentCount = 1
  /// The files, in order, and how many bytes of each are read; none if the log is one file.
  package var files: [(path: String, byteCount: Int)] = []
  /// What all of the files allow.
  package var mode = FileMode.owner

  package init(
    isBeingWritten: Bool = false, tail: Tail? = nil, segmentCount: Int = 1, mode: FileMode = .owner
  ) {
    (self.isBeingWritten, self.tail, self.segmentCount) = (isBeingWritten, tail, segmentCount)
    self.mode = mode
  }

  /// What the files of several logs tell that are read as one.
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

  /// The file that has the byte at an offset, and where it begins; nil if the log is one file.
  func file(at offset: Int) -> (path: String, start: Int)? {
    guard files.count > 1 else { return nil }
    var start = 0
    for file in files.dropLast() where offset >= start {
      if offset < start + file.byteCount { return (file.path, start) }
      start += file.byteCount
    }
    return (files[files.count - 1].path, start)
  }

  /// What the tail gave.
  package struct Tail {
    /// How many bytes it gave, behind those of the log.
    package var byteCount: Int
    /// What could not be read of it.
    package var losses: [TailFrames.Loss]

    package init(byteCount: Int, losses: [TailFrames.Loss]) {
      (self.byteCount, self.losses) = (byteCount, losses)
    }

    /// The last step of those that could not be read.
    package var lastLostStep: Step { losses.compactMap(\.steps?.upperBound).max() ?? .initial }
  }
}

extension LogReader {
  /// How many bytes whole frames take, without a torn or damaged end.
  package var wholeLength: Int {
    let torn = faults.first { $0.frame == index.frames.count - 1 }
    return torn?.offset ?? source.size
  }

  /// The last step, whether it was recorded or left out.
  package var lastStepOfAll: Step {
    let asides = asides([.of(.gap), .of(.checkpoint)])
    let told = asides.gaps.map(\.steps.upperBound) + asides.checkpoints
    return told.reduce(max(lastStep, facts.tail?.lastLostStep ?? .initial), max)
  }
}
