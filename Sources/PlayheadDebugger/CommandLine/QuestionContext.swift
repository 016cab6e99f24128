import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The log that a command asks about and the console for the answers, on the command line or in the REPL.
/// Commands that exist in both show their answers with extensions of this protocol.
protocol QuestionContext: AnyObject {
  var console: Console { get }
  /// The actions of the log, or of its current branch.
  var source: any ActionSource { get }

  /// The answer to `request`. `give` gets its parts.
  func ask<R: Request>(_ request: R, _ give: (R.Part) throws -> Void) throws -> R.Answer
  /// Prints lines for actions up to `last`.
  func actionLine(upTo last: Step) throws -> ActionLine
}

extension QuestionContext {
  func ask<R: Request>(_ request: R) throws -> R.Answer { try ask(request) { _ in } }

  /// Options for printing values, with the window's current width.
  func printOptions(whole: Bool) -> PrintOptions {
    whole ? .full(width: console.width) : .folded(width: console.width)
  }
}
