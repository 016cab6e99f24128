package import PlayheadLog

/// Lets a witness say whether a condition holds at the end of a session: where a store traps, or ends the
/// process, it does not, and nobody but the witness is lost. Or whether a session ends as one did at which a store trapped.
package final class WitnessJudge: ShrinkJudge {
  package private(set) var playedCount: UInt64 = 0
  private var channel: any WitnessChannel
  private let hire: () throws -> any WitnessChannel
  private let log: LogReader
  private let task: ShrinkTask
  /// What is looked for instead of a condition.
  private let crash: Crash?
  private var isReady = false
  /// How many were played before the witness was ready for the last time.
  private var playedBefore: UInt64 = 0

  /// A store's trap: two are the same if the reason is, and the type of the action.
  package struct Crash: Hashable {
    /// What the runtime said.
    package var reason: String
    /// The name of the action's type.
    package var type: String
  }

  /// Asks the witness of this channel about sessions of `log`: for the task's condition, or for a crash. `hire`
  /// gives another one where it is no more.
  package init(
    _ channel: any WitnessChannel, _ log: LogReader, _ task: ShrinkTask, crash: Crash? = nil,
    hire: @escaping () throws -> any WitnessChannel
  ) {
    (self.channel, self.hire) = (channel, hire)
    (self.log, self.task, self.crash) = (log, task, crash)
  }

  package func holds(for session: ShrunkSession) throws -> Bool {
    do {
      if !isReady { try begin() }
      guard case .holds(let holds, let played) = try channel.result(of: .tryOut(session)) else {
        throw WitnessError.misunderstood
      }
      playedCount = playedBefore + played
      return holds
    } catch WitnessError.trapped(let step, let reason) {
      isReady = false
      guard let crash, let step else { return false }
      // Behind the action at which it trapped nothing was tried.
      guard step.number == task.run.lowerBound.number + UInt64(session.steps.count) - 1,
        let last = session.steps.last
      else { return false }
      return try Crash(reason: reason, type: log.entry(at: last).type.name) == crash
    } catch WitnessError.lost {
      channel = try hire()
      isReady = false
      return false
    }
  }

  private func begin() throws {
    playedBefore = playedCount
    guard case .ready = try channel.result(of: .shrink(task)) else {
      throw WitnessError.misunderstood
    }
    isReady = true
  }
}
