import PlayheadCoding
import Foundation
public import PlayheadLog

/// Facts about a log's files that need no actions.
extension LogReader {
  /// Whether a recorder had the log open when it was opened here.
  package var isBeingWritten: Bool { facts.isBeingWritten }

  /// The log's size in bytes.
  package var byteCount: Int { source.size }

  /// The number of chunks.
  package var chunkCount: Int { chunks.all.count }

  /// The index entry of the frame at `offset`, if there is one.
  package func entry(atOffset offset: Int) -> FrameIndex.Entry? {
    let place = offsets.partitionPoint { $0 >= offset }
    return place < offsets.count && offsets[place] == offset ? index.frames[place] : nil
  }
}

/// How a recording ended, as far as its log shows.
public enum LogEnding: Codable, Hashable, Sendable {
  /// The recording was closed.
  case closed
  /// The recording was still running when the log was opened.
  case beingWritten
  /// The app stopped, or was stopped, while its stores handled the action of this step.
  case stoppedHandling(Step)
  /// The app stopped after this step. If `isComplete`, the tail is there, and this was the last action;
  /// otherwise more may have followed.
  case stopped(after: Step, isComplete: Bool)
}

extension LogReader {
  /// How the recording ended.
  package var ending: LogEnding {
    let cause = isClosed ? gapsAndEnd.cause : nil
    if cause == .closed { return .closed }
    if isBeingWritten { return .beingWritten }
    if endsWithinAction { return .stoppedHandling(lastStep) }
    return .stopped(after: lastStep, isComplete: cause == .stopped || hasWholeTail)
  }

  /// Whether the last action was not fully handled, as in what 'recover' makes of a crash.
  package var endsWithinAction: Bool {
    (try? entry(at: lastStep)).map { !$0.isHandled } ?? false
  }

  /// Whether the tail has the last action, so that any damage comes before it.
  private var hasWholeTail: Bool {
    guard let tail = facts.tail else { return false }
    return tail.lastLostStep <= lastStep && !damages.contains { $0.lost == .rest }
  }

  /// The log whose later segment this is, by its name, and the segment's number.
  package var segment: (path: String, number: Int)? { SegmentName.log(of: name) }
}

extension LogReader {
  /// The path of a file that is in the place of an open log's tail but is not its tail; otherwise `nil`.
  package var strangeTail: String? {
    guard !isClosed, !isBeingWritten, facts.tail == nil else { return nil }
    let path = LogFormat.tailPath(of: name)
    var tail = stat()
    return lstat(path, &tail) == 0 ? path : nil
  }
}

extension LogReader {
  /// The number of actions by type, the most frequent first. After damage this reads the whole log, because
  /// an index has only sums.
  package var typeCounts: [(type: ActionType, count: Int)] {
    let counted = index.types.reduce(0) { $0 + $1.count }
    return (counted == actionCount ? index : countTypes() ?? index).typeCounts
  }

  /// The types of the actions, including damaged ones; the most frequent first.
  package var types: [ActionType] { index.typeCounts.map(\.type) }

  /// The number of readable actions by type; `nil` if the disk fails.
  private func countTypes() -> FrameIndex? {
    var counts = FrameIndex()
    let read: Void? = try? forEachChunk(in: .initial...lastStep, onDamage: { _ in }) { chunk in
      counts.count(FrameFacts.ChunkFacts(chunk.head).types)
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
