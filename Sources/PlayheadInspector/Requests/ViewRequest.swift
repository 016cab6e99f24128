public import PlayheadLog
import PlayheadReplay
import PlayheadTerminal

/// Asks for the text with which a `TerminalApp` shows its state at a step.
public struct ViewRequest: Request {
  /// The step.
  public var step: Step

  /// Asks for the app's text in the state of `step`.
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

extension Inspector {
  /// The app's current text, if it is a terminal app.
  var view: String? { (player?.app as? any TerminalApp)?.view }
}
