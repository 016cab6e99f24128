import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Follows a log while it is written.
///
/// Polls the log, because its recorder writes into mapped memory, for which systems have no notifications.
struct LogFollower {
  /// The seconds between two polls. You do not notice a tenth of a second, and a poll that finds nothing
  /// takes a thousandth.
  private static let interval = 0.1

  private let path: String
  private var followed: FollowedLog
  /// The first step to list; `nil` for the log's start, and after the first poll.
  private var start: StepExpression?
  /// What to list of each version of the log. Its limit is that of the actions to come.
  private var request: ActionsRequest
  /// The first step that was not listed yet, with its action or gap.
  private var next: Step?
  private var hasListed = false
  /// The listed notes after the last listed step. Others may come.
  private var lastNotes: Set<NoteRecord> = []
  /// The last listed change of stores. More may change after the same step.
  private var lastStoreChange: StoreChange?

  /// Follows the log at `path` from a step on, or from its start.
  init(_ path: String, from start: StepExpression?, _ request: ActionsRequest) {
    (self.path, followed) = (path, FollowedLog(path))
    (self.start, self.request) = (start, request)
  }

  /// Calls `body` for each part and each new part, until the log is closed or the limit is reached. Returns
  /// the last version of the log.
  mutating func run(
    _ console: Console, _ inspector: (LogReader) throws -> Inspector,
    _ body: (ActionsRequest.Part, LogReader) throws -> Void
  ) throws -> LogReader {
    var isWaiting = false
    while true {
      if let log = try followed.look() {
        if let start { next = try start.resolve(asFarAs: log.scope) }
        if next != nil || start == nil {
          start = nil
          try listNew(of: log, inspector(log)) { try body($0, log) }
          try console.flush()
        }
        if request.limit == 0 || !log.isBeingWritten && !followed.beginNextSegment() { return log }
      } else if followed.isAwaited, !isWaiting {
        isWaiting = true
        try console.printError("'\(path)' does not exist yet; waiting for it (Ctrl-C to stop)")
      }
      console.terminal.pause(seconds: Self.interval)
    }
  }

  private mutating func listNew(
    of log: LogReader, _ inspector: Inspector, _ body: (ActionsRequest.Part) throws -> Void
  ) throws {
    let (first, last) = (next ?? log.initialStep, log.lastSettledStep)
    // After the last listed step there may be new notes.
    let begin = hasListed ? first.previous ?? first : first
    guard begin <= last else { return }
    var asked = request
    asked.steps = begin...last
    if hasListed { asked.limit = asked.limit.map { $0 == .max ? $0 : $0 + 1 } }
    let known = lastNotes
    func give(_ part: ActionsRequest.Part) throws {
      guard request.limit != 0 else { return }
      switch part {
      case .action(let action, _, _):
        if action.step < first { return }
        request.limit = request.limit.map { $0 - 1 }
      case .note(let note):
        if known.contains(note) { return }
        lastNotes.insert(note)
      case .stores(let change):
        if let last = lastStoreChange, change.step < last.step || change == last { return }
        lastStoreChange = change
      case .gap(let gap): if gap.steps.upperBound < first { return }
      case .resumption(let resumption): if resumption.step.next < first { return }
      case .unshown(let state): if state.steps.upperBound < first { return }
      }
      try body(part)
    }
    _ = try log.explaining { try inspector.ask(asked, give) }
    lastNotes = lastNotes.filter { $0.step >= last }
    (next, hasListed) = (last.next, true)
  }
}

extension StepExpression {
  /// The step of the expression. In a growing log, this may be a future step.
  /// `nil` if only time shows which step it is.
  fileprivate func resolve(asFarAs scope: StepScope) throws -> Step? {
    if case .number(let number) = self, Step(number) > scope.lastCounted { return Step(number) }
    do {
      return try resolveAsStart(in: scope)
    } catch StepExpressionError.afterEnd {
      return nil
    } catch StepExpressionError.beforeStart {
      return scope.first
    }
  }
}

extension LogReader {
  /// The last finished or missing step. While the log is being written, the stores may still handle the
  /// last action.
  fileprivate var lastSettledStep: Step {
    guard isBeingWritten, let entry = try? entry(at: lastStep), !entry.isHandled else {
      return lastCountedStep
    }
    return lastStep.previous ?? lastStep
  }
}

/// A polled log. The file may not exist yet, may grow, and may be removed.
struct FollowedLog {
  private var path: String
  /// The files' signature at the last read.
  private var signature: LogSignature?
  /// The log's identity and steps at the last read.
  private var seen: (session: UUID, start: Moment, last: Step)?
  /// Why the last poll could not read the log.
  private var fault: ReadingError?

  /// Whether the log does not exist yet.
  var isAwaited: Bool { seen == nil && fault != nil }

  init(_ path: String) {
    self.path = path
  }

  /// The current version of the log; `nil` if it has not changed, or does not exist yet. Throws if the log
  /// was removed or replaced, or cannot be read.
  mutating func look() throws -> LogReader? {
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
  mutating func beginNextSegment() -> Bool {
    guard let next = SegmentName.next(of: path, on: SystemDisk()) else { return false }
    (path, signature) = (next, nil)
    return true
  }

  private mutating func check(_ log: LogReader, isOtherFile: Bool) throws {
    guard log.hasHeader else { return }
    if let seen {
      guard seen.session == log.header.session, !isOtherFile else {
        throw CommandFailure.followedLogReplaced(path: path, last: seen.last)
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
      if fault != nil { throw CommandFailure.followedLogGone(path: path, last: seen.last) }
    case .headless:
      if case .headless = fault { throw error }
    default: throw error
    }
  }
}
