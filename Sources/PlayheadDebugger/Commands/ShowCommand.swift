import PlayheadInspector
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `show`: all about one action.
struct ShowCommand: Command {
  let apps: Apps

  let name = "show"
  let summary = "Shows an action and what it changed."
  let details = [
    "What it holds, when it came and what caused it, what the stores took from outside while they "
      + "handled it (dates, UUIDs, random numbers), how long they took, and what it changed. The "
      + "changes need the app's stores, and that the actions up to this one fit them and trap in none; "
      + "everything else is in the log."
  ]

  let full = Parameter.flag("full", "Show long values whole.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, LogParameters.step, full] + ReadingParameters.declarations
  }

  let examples = [Example("show s.playhead end", "the last action")]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let log = try LogReader.open(given[LogParameters.log], console)
    let step = try given[LogParameters.step].resolve(in: log.scope)
    guard step > log.initialStep else { throw CommandFailure.noAction(before: step) }
    let asked = try ask(ActionRequest(of: step), of: log, given.reading(), console)
    let options: PrintOptions =
      given[full] ? .full(width: console.width) : .folded(width: console.width)
    let page = ActionPage(
      asked.answer, last: log.lastStep, options, missing: "\(apps.unknownApp(of: log))")
    try console.show(page)
    return log.exitCode.worse(asked.exitCode)
  }

  /// The action, also where there are no stores that could tell what it changed.
  private func ask(
    _ request: ActionRequest, of log: LogReader, _ reading: Reading, _ console: Console
  ) throws -> Inspected<ActionRequest.Answer> {
    guard apps.recorder(of: log) != nil else {
      return try apps.ask(request, of: log, reading, console)
    }
    do {
      let asked = try apps.inspect(log, reading, console) { try $0.ask(request) }
      guard case .unknown(let reason) = asked.answer.changes, reason.isFault else { return asked }
      return Inspected(answer: asked.answer, exitCode: .badAnswer)
    } catch CommandFailure.misfit(let error, _) {
      var answer = try Inspector(log).ask(request)
      answer.changes = .unknown(.unreachable("\(error)"))
      return Inspected(answer: answer, exitCode: .badAnswer)
    }
  }
}
