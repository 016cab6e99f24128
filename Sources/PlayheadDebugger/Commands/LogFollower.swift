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
      if let log = try look() {
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

  private mutating func look() throws -> LogReader? {
    do {
      return try followed.look()
    } catch FollowedLog.Fault.gone(let path, let last) {
      throw CommandFailure.followedLogGone(path: path, last: last)
    } catch FollowedLog.Fault.replaced(let path, let last) {
      throw CommandFailure.followedLogReplaced(path: path, last: last)
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
      var part = part
      switch part {
      case .action(let action, _, _):
        if action.step < first { return }
        request.limit = request.limit.map { $0 - 1 }
      case .note(let note):
        if known.contains(note) { return }
        lastNotes.insert(note)
      case .stores(let change):
        guard let new = change.since(lastStoreChange) else { return }
        (lastStoreChange, part) = (change, .stores(new))
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
