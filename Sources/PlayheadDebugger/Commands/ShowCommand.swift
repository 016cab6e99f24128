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
    let entry = try log.entry(at: step)
    let changes = try changes(of: step, log, given.reading(), console)
    let options: PrintOptions =
      given[full] ? .full(width: console.width) : .folded(width: console.width)
    let page = ActionPage(
      action: SeenAction(entry), log: log, changes: changes.value, options: options)
    if given.wantsJSON {
      try console.print(page.json())
    } else {
      try page.print(on: console)
    }
    return log.exitCode.worse(changes.exitCode)
  }

  /// What a step changed, or why nobody can say.
  private func changes(
    of step: Step, _ log: LogReader, _ reading: Reading, _ console: Console
  ) throws -> Replayed<ActionPage.Changes> {
    guard apps.recorder(of: log) != nil else {
      return Replayed(.unknown("\(apps.unknownApp(of: log))"))
    }
    return try ActionPage.Changes.of(step) { before, step in
      do {
        return try apps.replay(log, reading, console, triesAgain: true) {
          try $0.diff(from: before, to: step)
        }
      } catch let error as ReplayError where error.isLoss {
        try log.warnOfDamageFound(on: console)
        throw error
      }
    }
  }
}
