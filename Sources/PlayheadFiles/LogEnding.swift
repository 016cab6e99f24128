package import PlayheadLog

/// How a recording ended, as far as its log tells.
package enum LogEnding: Hashable, Sendable {
  /// In good order.
  case closed
  /// It goes on: the log is what there was when it was opened.
  case beingWritten
  /// The app stopped, or was stopped, while its stores handled the action of this step.
  case stoppedHandling(Step)
  /// The app stopped after this step: whatever came behind it is not in the log. If `isComplete`, it
  /// was the last: the log's tail is there, which has every action from before any store saw it.
  case stopped(after: Step, isComplete: Bool)
}

extension LogReader {
  /// How the recording ended.
  package var ending: LogEnding {
    if isClosed { return .closed }
    if isBeingWritten { return .beingWritten }
    if let entry = try? entry(at: lastStep), !entry.isHandled { return .stoppedHandling(lastStep) }
    return .stopped(after: lastStep, isComplete: hasWholeTail)
  }

  /// Whether the tail is there and tells the last action: what is damaged, if anything is, lies before it.
  private var hasWholeTail: Bool {
    guard let tail = facts.tail else { return false }
    return tail.lastLostStep <= lastStep && !damages.contains { $0.lost == .rest }
  }

  /// The log that goes on from here, if this is an older segment by its name, and the segment's number.
  package var segment: (path: String, number: Int)? { SegmentName.log(of: name) }
}
