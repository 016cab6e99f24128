import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The log that a command asks about and the console for the answers, on the command line or in the REPL.
/// Commands that exist in both show their answers with extensions of this protocol.
protocol QuestionContext: AnyObject {
  var console: Console { get }
  /// The log, or its current branch.
  var log: LogReader { get }

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

/// The log and the exit code of a command on the command line.
final class CommandContext: QuestionContext {
  let console: Console
  let log: LogReader
  let apps: Apps
  let decoding: DecodingPolicy
  /// The error for requests that need stores if this executable does not have the app.
  var unknownApp: CommandFailure
  private var answerCode = ExitCode.good

  /// Opens the log in `arguments`, and warns about its faults.
  init(_ arguments: ParsedArguments, _ apps: Apps, _ console: Console) throws {
    (self.apps, self.console) = (apps, console)
    log = try LogReader.open(arguments[LogParameters.log], console)
    decoding = try arguments.decoding()
    unknownApp = apps.unknownApp(of: log)
  }

  func ask<R: Request>(_ request: R, _ give: (R.Part) throws -> Void) throws -> R.Answer {
    note(try apps.ask(request, of: log, decoding, console, unknown: unknownApp, give))
  }

  /// Returns the answer of `asked`, and notes its exit code.
  func note<Answer>(_ asked: Inspected<Answer>) -> Answer {
    answerCode = answerCode.worse(asked.exitCode)
    return asked.answer
  }

  func actionLine(upTo last: Step) throws -> ActionLine { try ActionLine(log, upTo: last) }

  /// Not good if the log is damaged or an answer is doubtful.
  var exitCode: ExitCode { log.exitCode.worse(answerCode) }
}
