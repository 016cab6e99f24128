import PlayheadLog
import PlayheadReplay

/// The actions of a branch, in order.
struct BranchListing {
  let steps: ClosedRange<Step>
  /// The types of the actions; empty: all.
  let types: Set<String>
  /// How many actions at most.
  let limit: Int?

  /// Gives the actions to `body`. What is missing from the recording is passed over.
  func forEach(in session: DebugSession, _ body: (SeenAction) throws -> Void) throws {
    var count = 0
    for range in session.steps where range.overlaps(steps) {
      let part = range.clamped(to: steps)
      for number in part.lowerBound.number...part.upperBound.number {
        guard count < limit ?? .max else { return }
        let action = try session.action(at: Step(number))
        guard types.isEmpty || types.contains(action.type.name) else { continue }
        count += 1
        try body(action)
      }
    }
  }
}

extension DebugSession {
  /// The names of types of action that were given to `parameter`. Throws if there are none such.
  func checked(_ types: [String], for parameter: String) throws -> Set<String> {
    let inserted = openBranch?.branch.changes.compactMap { change in
      if case .insert(let type, _, _) = change { type } else { nil }
    }
    let known = Set(inserted ?? [])
    return try log.checked(types.filter { !known.contains($0) }, for: parameter)
      .union(types.filter(known.contains))
  }
}
