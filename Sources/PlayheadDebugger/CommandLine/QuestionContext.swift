import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The log that a command asks about, and the console for the answers: on the command line a ``CommandContext``, in
/// `debug` the ``DebugSession``.
protocol QuestionContext: AnyObject {
  var console: Console { get }
  /// The actions of the log, or of its current branch.
  var source: any ActionSource { get }
  /// The steps that a call can name.
  var scope: StepScope { get }
  /// The step of a call that names none: the current one in `debug`, otherwise the last one.
  var position: Step { get }
  /// Whether the answers are part of a session, and mark its current step.
  var isSession: Bool { get }
  /// The steps of a list that names none and looks for nothing; `nil` for all.
  var neighborhood: ClosedRange<Step>? { get throws }
  /// Says that there are no stores.
  var storesMissing: String { get }
  /// Whether a question had a bad answer.
  var hasFailed: Bool { get set }
  /// The topics of the warnings so far. Each topic is shown once.
  var warned: Set<String> { get set }

  /// The answer to `request`. `give` gets its parts.
  func ask<R: Request>(_ request: R, _ give: (R.Part) throws -> Void) throws -> R.Answer
  /// Prints lines for actions up to `last`.
  func actionLine(upTo last: Step) throws -> ActionLine
  /// Prints a sentence beside the answer.
  func say(_ text: StyledText, _ style: Style?) throws
  /// Prints a warning.
  func warn(_ warning: InspectorWarning) throws
  /// Makes a step the current one of a session.
  func visit(_ step: Step)
}

extension QuestionContext {
  func ask<R: Request>(_ request: R) throws -> R.Answer { try ask(request) { _ in } }

  /// Options for printing values, with the window's current width.
  func printOptions(whole: Bool) -> PrintOptions {
    whole ? .full(width: console.width) : .folded(width: console.width)
  }

  /// What comes before the line of a step in a list.
  func mark(of step: Step?) -> StyledText {
    guard isSession else { return "" }
    return step == position ? StyledText("*", .bold) + " " : "  "
  }

  /// Shows the progress, warnings and remarks of `inspector` while `body` runs. Calls `check` regularly.
  func showingEvents<T>(
    of inspector: Inspector, check: @escaping () throws -> Void = {}, _ body: () throws -> T
  ) throws -> T {
    let display = EventDisplay(for: self)
    inspector.onEvent = { event in
      try check()
      try display.show(event)
    }
    defer {
      display.finish()
      inspector.onEvent = { _ in }
    }
    return try body()
  }
}
