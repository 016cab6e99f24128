package import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

// Requests of `shrink`: which actions may matter, what their payloads are, and the smaller log. `WorkerPredicate` asks
// whether a smaller session still fails.

/// Asks for a guess at the actions that matter: those that changed some values, and those that led to them.
package struct LeadingActionsRequest: Request {
  var paths: [StatePath]
  var steps: ClosedRange<Step>

  /// The last action of `steps`, and the actions that led to the values at `paths` after it.
  package init(to paths: [StatePath], in steps: ClosedRange<Step>) {
    (self.paths, self.steps) = (paths, steps)
  }

  /// Looks at every step at which one of the stores changed.
  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> [Step] {
    try inspector.replaying(.searching) { try $0.actions(leadingTo: paths, in: steps) }
  }
}

/// Asks for the payload of an action, as this build of the app has it.
package struct CurrentPayloadRequest: Request {
  var step: Step

  package init(of step: Step) { self.step = step }

  /// Nil if the app cannot make other actions.
  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> Value? {
    try inspector.replaying { try $0.currentPayload(of: step) }
  }
}

/// Writes a smaller session as a log of its own.
package struct SaveSessionRequest: Request {
  var session: ShrunkSession
  var path: String
  var digestInterval: Int
  var longestGap: Duration?
  var endsInTrap: Bool

  /// Writes `session`, which ends as `goal` says, to a new file at `path`.
  package init(_ session: ShrunkSession, to path: String, with goal: ShrinkGoal) {
    (self.session, self.path) = (session, path)
    digestInterval = session.steps.count <= Self.short ? 1 : 4_096
    // Keeps the times if the condition depends on them.
    longestGap = goal.asksForTime ? nil : Self.longestGap
    endsInTrap = goal.isCrash
  }

  /// In sessions of up to this many actions, each action has a digest of its state. In a long session, which
  /// was stopped early, digests would take longer than the shrinking.
  private static let short = 256
  /// The longest pause between two actions of the new log.
  private static let longestGap = Duration.seconds(1)

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws
    -> EmptyAnswer
  {
    try inspector.replaying(.saving) { replay in
      try session.save(
        as: path, from: replay, digestEvery: digestInterval, longestGap: longestGap,
        endsInTrap: endsInTrap)
    }
    return EmptyAnswer()
  }
}
