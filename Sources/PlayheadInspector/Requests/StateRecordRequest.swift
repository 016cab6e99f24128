package import Foundation
import PlayheadReading
package import PlayheadLog
import PlayheadReplay

/// Asks for the states of all stores at a step, in the log's form, to begin another log with them.
package struct StateRecordRequest: Request {
  package var step: Step

  package init(of step: Step) { self.step = step }

  /// The body of a checkpoint record. Costs a replay to the step.
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
