import Foundation
import PlayheadCoding
package import PlayheadLog

/// A polled log. The file may not exist yet, may grow, and may be removed.
package struct FollowedLog {
  private var path: String
  /// The files' signature at the last read.
  private var signature: LogSignature?
  /// The log's identity and steps at the last read.
  private var seen: (session: UUID, start: Moment, last: Step)?
  /// Why the last poll could not read the log.
  private var fault: ReadingError?

  /// Why a log that was read before cannot be followed any more.
  package enum Fault: Error, CustomStringConvertible {
    /// The log was removed. `last` is the last step seen.
    case gone(path: String, last: Step)
    /// Another log has its name.
    case replaced(path: String, last: Step)

    package var description: String {
      switch self {
      case .gone(let path, let last): "'\(path)' was removed after step \(last)"
      case .replaced(let path, let last):
        "'\(path)' was replaced by another log after step \(last)"
      }
    }
  }

  /// Whether the log does not exist yet.
  package var isAwaited: Bool { seen == nil && fault != nil }

  package init(_ path: String) {
    self.path = path
  }

  /// The current version of the log; `nil` if it has not changed, or does not exist yet. Throws if the log
  /// was removed or replaced, or cannot be read.
  package mutating func look() throws -> LogReader? {
    let found: LogReader?
    var isOtherFile = false
    do throws(ReadingError) {
      // Takes the signature first, so that the next poll sees all later writes.
      let now = try LogSignature(of: path)
      found = now == signature ? nil : try LogReader(file: path)
      isOtherFile = signature.map { !now.isOfSameFile(as: $0) } ?? false
      (signature, fault) = (now, nil)
    } catch {
      try miss(error)
      return nil
    }
    if let found { try check(found, isOtherFile: isOtherFile) }
    return found
  }

  /// Follows the next file of a flight recorder that ended this one. Returns false if there is none.
  package mutating func beginNextSegment() -> Bool {
    guard let next = SegmentName.next(of: path, on: SystemDisk()) else { return false }
    (path, signature) = (next, nil)
    return true
  }

  private mutating func check(_ log: LogReader, isOtherFile: Bool) throws {
    guard log.hasHeader else { return }
    if let seen {
      guard seen.session == log.header.session, !isOtherFile else {
        throw Fault.replaced(path: path, last: seen.last)
      }
      log.countTimes(from: seen.start)
    }
    seen = (log.header.session, log.header.start, log.lastStep)
  }

  /// Throws an error that lasts until the next poll. A log's first frame may be half written.
  private mutating func miss(_ error: ReadingError) throws {
    defer { fault = error }
    switch error {
    // A device or another special file never becomes a log.
    case .empty where (try? FileSource(regular: path)) == nil: throw error
    case .missing, .onlyTail, .empty:
      guard let seen else { return }
      if fault != nil { throw Fault.gone(path: path, last: seen.last) }
    case .headless:
      if case .headless = fault { throw error }
    default: throw error
    }
  }
}

extension LogReader {
  /// The last step that is finished or missing for good. While the log is being written, the stores may still handle the
  /// last action, and a gap has its steps only when it ends.
  package var lastSettledStep: Step {
    guard isBeingWritten else { return lastCountedStep }
    if let entry = try? entry(at: lastStep), !entry.isHandled {
      return lastStep.previous ?? lastStep
    }
    return (readableNotesAndGaps().gaps + lostGaps).map(\.steps.upperBound).reduce(lastStep, max)
  }
}
