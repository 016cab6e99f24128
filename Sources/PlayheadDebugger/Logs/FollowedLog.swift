import Foundation
import PlayheadFiles
import PlayheadLog

/// The log at a path to which somebody comes back again and again: it may not be there yet, grows, and
/// may be taken away.
struct FollowedLog {
  private let path: String
  /// How its files were when it was read.
  private var signature: LogSignature?
  /// What it was when it was read.
  private var seen: (session: UUID, first: Step, last: Step)?
  /// What kept the last look from reading it.
  private var fault: LogError?

  /// Whether it is not there yet.
  var isAwaited: Bool { seen == nil && fault != nil }

  init(_ path: String) {
    self.path = path
  }

  /// The log as it is now; nil if nothing is new in it, or if it is not there yet. Throws if it is gone,
  /// if it is another one, or if it cannot be read.
  mutating func look() throws -> LogReader? {
    let found: LogReader?
    var isOtherFile = false
    do throws(LogError) {
      // Taken first: what is written from here on is seen by the next look.
      let now = try LogSignature(of: path)
      found = now == signature ? nil : try LogReader(path: path)
      isOtherFile = signature.map { !now.isOfSameFile(as: $0) } ?? false
      (signature, fault) = (now, nil)
    } catch {
      try miss(error)
      return nil
    }
    if let found { try check(found, isOtherFile: isOtherFile) }
    return found
  }

  private mutating func check(_ log: LogReader, isOtherFile: Bool) throws {
    guard log.hasHeader else { return }
    if let seen {
      // A flight recorder's next segment is another file, behind one that is older.
      let isSegment = log.segmentCount > 1 || log.initialStep > seen.first
      guard seen.session == log.header.session, !isOtherFile || isSegment else {
        throw CommandFailure.followedLogReplaced(path: path, last: seen.last)
      }
    }
    seen = (log.header.session, log.initialStep, log.lastStep)
  }

  /// A flight recorder may leave nothing at the path for a moment, or nothing but the tail, and a log's
  /// first frame may be half written: what is not better at the next look is so.
  private mutating func miss(_ error: LogError) throws {
    defer { fault = error }
    switch error {
    // What is no file, a device for instance, never becomes a log.
    case .empty where (try? SystemDisk().source(of: path)) == nil: throw error
    case .missing, .onlyTail, .empty:
      guard let seen else { return }
      if fault != nil { throw CommandFailure.followedLogGone(path: path, last: seen.last) }
    case .headless:
      if case .headless = fault { throw error }
    default: throw error
    }
  }
}
