import Foundation
public import PlayheadLog

/// What a log's files tell, without reading an action.
extension LogReader {
  /// The number of files that the log was read from, without the tail; a flight recorder leaves several segments.
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

/// How a recording ended, as far as its log tells.
public enum LogEnding: Codable, Hashable, Sendable {
  /// In good order.
  case closed
  /// The recording goes on: the log was read as it was when it was opened.
  case beingWritten
  /// The app stopped, or was stopped, while its stores handled the action of this step.
  case stoppedHandling(Step)
  /// The app stopped after this step. If `isComplete`, the tail is there, and this was the last action; otherwise more may
  /// have followed.
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

  /// Whether the tail has the last action, so that any damage lies before it.
  private var hasWholeTail: Bool {
    guard let tail = facts.tail else { return false }
    return tail.lastLostStep <= lastStep && !damages.contains { $0.lost == .rest }
  }

  /// The log that continues this older segment, by its name, and the segment's number.
  package var segment: (path: String, number: Int)? { SegmentName.log(of: name) }
}

extension LogReader {
  /// The path of a file in the place of an open log's tail that has nothing of its recording; nil if there is none.
  package var strangeTail: String? {
    guard !isClosed, !isBeingWritten, facts.tail == nil else { return nil }
    let path = LogFormat.tailPath(of: name)
    var tail = stat()
    return lstat(path, &tail) == 0 ? path : nil
  }
}

extension LogReader {
  /// How often each type of action occurs, the most frequent first. After damage this reads the whole log, because an index
  /// gives only sums.
  package var typeCounts: [(type: ActionType, count: Int)] {
    let told = index.types.reduce(0) { $0 + $1.count }
    return (told == actionCount ? index : countTypes() ?? index).typeCounts
  }

  /// The types of the actions, also of damaged ones; the most frequent first.
  package var types: [ActionType] { index.typeCounts.map(\.type) }

  /// How often each type came among the actions that can be read; nil if the disk fails.
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
