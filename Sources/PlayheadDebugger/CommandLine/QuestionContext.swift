import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The log that a command asks about and the console for the answers, on the command line or in the REPL.
/// Commands that are in both show their answers by extensions of this protocol.
protocol QuestionContext: AnyObject {
  var console: Console { get }
  /// The log, or the present branch of it.
  var log: LogReader { get }

  /// The answer to `request`; its parts go to `give`.
  func ask<R: Request>(_ request: R, _ give: (R.Part) throws -> Void) throws -> R.Answer
  /// The lines for actions up to `last`.
  func actionLine(upTo last: Step) throws -> ActionLine
}

extension QuestionContext {
  func ask<R: Request>(_ request: R) throws -> R.Answer { try ask(request) { _ in } }

  /// How values are printed: as wide as the window is now.
  func printOptions(whole: Bool) -> PrintOptions {
    whole ? .full(width: console.width) : .folded(width: console.width)
  }
}

/// The log that a command of the command line asks about, and how the command ends.
final class CommandContext: QuestionContext {
  let console: Console
  let log: LogReader
  let apps: Apps
  let decoding: DecodingPolicy
  /// The error where a request needs stores and this executable does not have the app.
  var unknownApp: CommandFailure
  private var answerCode = ExitCode.good

  /// Opens the log that `arguments` name, and warns of what is wrong with it.
  init(_ arguments: ParsedArguments, _ apps: Apps, _ console: Console) throws {
    (self.apps, self.console) = (apps, console)
    log = try LogReader.open(arguments[LogParameters.log], console)
    decoding = try arguments.decoding()
    unknownApp = apps.unknownApp(of: log)
  }

  func ask<R: Request>(_ request: R, _ give: (R.Part) throws -> Void) throws -> R.Answer {
    note(try apps.ask(request, of: log, decoding, console, unknown: unknownApp, give))
  }

  /// The answer of `asked`, whose exit code counts from now on.
  func note<Answer>(_ asked: Inspected<Answer>) -> Answer {
    answerCode = answerCode.worse(asked.exitCode)
    return asked.answer
  }

  func actionLine(upTo last: Step) throws -> ActionLine { try ActionLine(log, upTo: last) }

  /// How the command ends: not well if the log is damaged, or an answer is doubtful.
  var exitCode: ExitCode { log.exitCode.worse(answerCode) }
}
