public import PlayheadLog
import PlayheadReplay

/// What the app showed at a step, as a `TerminalApp` shows its state: as text.
public struct ViewRequest: Request {
  /// The step.
  public var step: Step

  /// What the app showed in the state of `step`.
  public init(of step: Step) { self.step = step }

  /// `nil` if the app has no text view.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> String? {
    try inspector.replaying { replay in
      try replay.go(to: step)
      return inspector.view
    }
  }
}
