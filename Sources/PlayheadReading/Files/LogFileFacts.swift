package import PlayheadLog
import PlayheadCoding
/// Facts about the file of a log and its tail.
package struct LogFileFacts {
  /// Whether a recorder had the log open when it was opened here.
  package var isBeingWritten = false
  /// The tail beside a log that is not closed.
  package var tail: Tail?
  /// Whether the log was opened as a file, by its name.
  package var isFile = false
  /// The rights that the log and its tail have.
  package var mode = FileMode.owner

  package init(isBeingWritten: Bool = false, tail: Tail? = nil, mode: FileMode = .owner) {
    (self.isBeingWritten, self.tail, self.mode) = (isBeingWritten, tail, mode)
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
    let annotations = annotations([.of(.gap), .of(.checkpoint)])
    let others = annotations.gaps.map(\.steps.upperBound) + annotations.checkpoints
    return others.reduce(max(lastStep, facts.tail?.lastLostStep ?? .initial), max)
  }
}
