import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay

extension LogReader {
  /// What a state is called in a line: its step, and the action that led to it, or what stands for that.
  func title(of step: Step) throws -> String {
    guard step > .initial else { return "step 0  +0s  the initial state" }
    guard step > initialStep else { return "step \(step)  the state with which the log begins" }
    let entry: LogEntry
    do {
      entry = try self.entry(at: step)
    } catch LogError.inGap(_, _, let gap, _) {
      return "step \(step)  the state after a gap: \(gap.description)"
    } catch LogError.lost, LogError.damaged {
      return "step \(step)  the state after an action that is lost"
    }
    let time = Format.offset(nanoseconds: offset(of: entry.moment))
    return "step \(step)  \(time)  \(try entry.call())"
  }
}
