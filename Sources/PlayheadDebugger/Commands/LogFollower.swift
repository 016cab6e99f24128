import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadValues

/// Follows a log while it is written.
struct LogFollower {
  /// The seconds between two polls: nobody notices a tenth of a second.
  private static let interval = 0.1

  private let path: String
  private var subscription: LogSubscription

  /// Follows the log at `path` from a step on, or from its start.
  init(
    _ path: String, from start: StepExpression?, _ request: ActionsRequest,
    _ inspector: @escaping (LogReader) throws -> Inspector
  ) {
    self.path = path
    let resolve = start.map { start in { (log: LogReader) in try start.resolve(asFarAs: log.scope) }
    }
    subscription = LogSubscription(to: path, request, from: resolve, inspector)
  }

  /// Calls `body` for each part and each new part, until the log is closed or the limit is reached. Returns the last version
  /// of the log.
  mutating func run(
    _ console: Console, _ body: (ActionsRequest.Part) throws -> Void
  ) throws -> LogReader {
    var isWaiting = false
    while true {
      try poll(body)
      try console.flush()
      if subscription.isComplete, let log = subscription.log { return log }
      if subscription.isAwaited, !isWaiting {
        isWaiting = true
        try console.printError("'\(path)' does not exist yet; waiting for it (Ctrl-C to stop)")
      }
      console.terminal.pause(seconds: Self.interval)
    }
  }

  private mutating func poll(_ body: (ActionsRequest.Part) throws -> Void) throws {
    do {
      try subscription.poll(body)
    } catch FollowedLog.Fault.gone(let path, let last) {
      throw CommandFailure.followedLogGone(path: path, last: last)
    } catch FollowedLog.Fault.replaced(let path, let last) {
      throw CommandFailure.followedLogReplaced(path: path, last: last)
    } catch {
      guard let log = subscription.log else { throw error }
      try log.explaining { throw error }
    }
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
