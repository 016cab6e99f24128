package import PlayheadLog

/// A log whose sessions are to be made smaller.
package struct ShrinkTask: Codable, Sendable {
  /// Where it is.
  package var log: WitnessTask
  /// The actions of which sessions are parts.
  package var run: ClosedRange<Step>
  /// What is to hold at their ends; nil to play them only.
  package var condition: String?

  /// A run of a log, and a condition.
  package init(_ log: WitnessTask, run: ClosedRange<Step>, condition: String?) {
    (self.log, self.run, self.condition) = (log, run, condition)
  }
}

/// Lets a witness say whether a condition holds at the end of a session: where a store traps it does not, and
/// nobody but the witness is lost.
package final class WitnessJudge: ShrinkJudge {
  package private(set) var playedCount: UInt64 = 0
  private let channel: any WitnessChannel
  private let task: ShrinkTask
  private var isReady = false
  /// How many were played before the witness was ready for the last time.
  private var playedBefore: UInt64 = 0

  /// Asks the witness of this channel.
  package init(_ channel: any WitnessChannel, _ task: ShrinkTask) {
    (self.channel, self.task) = (channel, task)
  }

  package func holds(for session: ShrunkSession) throws -> Bool {
    do {
      if !isReady { try begin() }
      guard case .holds(let holds, let played) = try channel.result(of: .tryOut(session)) else {
        throw WitnessError.misunderstood
      }
      playedCount = playedBefore + played
      return holds
    } catch WitnessError.trapped {
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
