package import Foundation
import PlayheadFiles
package import PlayheadLog
import PlayheadReplay

/// The states of all stores at a step as a log has them, to begin another log with.
package struct StateRecordRequest: Request {
  /// The step.
  package var step: Step

  /// The states of `step`.
  package init(of step: Step) { self.step = step }

  /// The body of a checkpoint's record. Costs a replay to the step.
  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> Data {
    try inspector.replaying { replay in
      try replay.go(to: step)
      let (checkpoint, shapes) = try replay.checkpoint()
      return Data(try checkpoint.record(shapes: shapes))
    }
  }
}
