import PlayheadFiles
import PlayheadLog

extension LogReader {
  /// The actions up to `end` that `step` led to, and those that they led to, in order. Reads no payloads.
  func effects(of step: Step, upTo end: Step) throws -> [Step] {
    guard step < end else { return [] }
    var effects: Set<Step> = [step]
    try forEachHead(in: step.next...end, onDamage: { throw LogError.damaged($0) }) { head in
      for (index, _) in head.causes {
        let effect = Step(head.firstStep.number + UInt64(index))
        // Causes come first, so one pass finds all.
        guard effect > step, effect <= end, let cause = head.cause(of: index),
          effects.contains(cause)
        else { continue }
        effects.insert(effect)
      }
    }
    effects.remove(step)
    return effects.sorted()
  }
}

extension BranchPlan {
  /// Throws `BranchError.effectFirst` if an action that was moved stands before its cause, or behind what it
  /// led to.
  func requireCausesFirst(around origin: Step, _ cause: Step?, _ log: LogReader) throws {
    guard let place = place(of: origin) else { return }
    if let cause, let before = self.place(of: cause), before > place {
      throw BranchError.effectFirst(origin, cause: cause)
    }
    guard origin < run.upperBound else { return }
    try log.forEachHead(
      in: origin.next...run.upperBound, onDamage: { throw LogError.damaged($0) }
    ) { head in
      for (index, _) in head.causes where head.cause(of: index) == origin {
        let effect = Step(head.firstStep.number + UInt64(index))
        if let behind = self.place(of: effect), behind < place {
          throw BranchError.effectFirst(effect, cause: origin)
        }
      }
    }
  }
}
