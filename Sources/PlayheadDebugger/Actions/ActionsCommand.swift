import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadFiles

/// `actions`: which types of action there are.
struct ActionsCommand: Command {
  let apps: Apps

  let name = "actions"
  let summary = "Lists the types of action of an app, or of a log."
  let details = [
    "Of an APP: every type of action with the stores that handle it, in the order in which they do. A "
      + "store that is asked about every action, and does not say that it takes this one, is marked "
      + "'(any)'.",
    "Of a LOG: how often each type came, which changed nothing, which stores changed, which types caused "
      + "which, and the names of their fields: with '?' those that only some have. Needs no app; with one it also tells which types never came, which the "
      + "app does not know, and which no store of it takes.",
    "A word that names an app is the app; './text-editor' is a file.",
  ]

  let subject = Parameter.argument("APP|LOG", .text, "An app, or a log; '-' is standard input.")
  var parameters: [any ParameterDeclaration] { [subject] }

  let examples: [Example]

  init(apps: Apps) {
    self.apps = apps
    examples = [
      Example("actions \(apps.names.first ?? "APP")", "what can happen in an app"),
      Example("actions s.playhead", "what did happen in a session"),
    ]
  }

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let word = given[subject]
    if let app = apps.named(word) { return try list(app, given, console) }
    guard word == "-" || FileKind(at: word) != nil else {
      throw CommandFailure.neitherAppNorLog(word, known: apps.names)
    }
    return try list(LogReader.open(word, console), given, console)
  }

  private func list(_ app: any ReplayableApp.Type, _ given: Given, _ console: Console) throws
    -> ExitCode
  {
    let catalog = try ActionCatalog(of: app)
    switch console.form {
    case .json: for type in catalog.types { try console.print(type.json) }
    case .text: try catalog.print(on: console)
    }
    return .good
  }

  private func list(_ log: LogReader, _ given: Given, _ console: Console) throws -> ExitCode {
    let usage = try ActionUsage(
      of: log, catalog: apps.recorder(of: log).map(ActionCatalog.init), console)
    switch console.form {
    case .json:
      for type in usage.types { try console.print(usage.json(of: type)) }
      for type in usage.neverDispatched { try console.print(usage.json(of: type)) }
    case .text: try ActionUsagePage(usage).print(on: console)
    }
    try log.warnOfDamageFound(on: console)
    return log.exitCode
  }
}
