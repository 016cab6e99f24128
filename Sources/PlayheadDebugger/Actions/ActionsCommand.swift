import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadFiles

/// `actions`: lists action types.
struct ActionsCommand: Command {
  let apps: Apps

  let name = "actions"
  let summary = "Lists the action types of an app or a log."
  let details = [
    "For an APP: every action type with the stores that handle it, in order. '(any)' marks a store "
      + "that gets every action and does not say that it handles this type.",
    "For a LOG: how often each type occurs, how often it changed nothing, which stores it changed, "
      + "which types caused which, and the fields of its payload; '?' marks a field that only some "
      + "actions have. Needs no app. With the app it also lists the types that never occur, the types that "
      + "the app does not know, and the types that no store of the app handles.",
    "A word that names an app means the app; './text-editor' is a file.",
  ]

  let subject = Parameter.argument("APP|LOG", .text, "An app, or a log; '-' is standard input.")
  var parameters: [any ParameterDeclaration] { [subject] }

  let examples: [Example]

  init(apps: Apps) {
    self.apps = apps
    examples = [
      Example("actions \(apps.names.first?.visible ?? "APP")", "what can happen in an app"),
      Example("actions s.playhead", "what happened in a session"),
    ]
  }

  let isPaged = true

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let word = arguments[subject]
    if let app = apps.named(word) { return try list(app, arguments, console) }
    guard word == "-" || FileKind(at: word) != nil else {
      throw CommandFailure.neitherAppNorLog(word, known: apps.names)
    }
    return try list(LogReader.open(word, console), arguments, console)
  }

  private func list(_ app: AppEntry, _ arguments: ParsedArguments, _ console: Console)
    throws
    -> ExitCode
  {
    guard let catalog = try ActionCatalog(of: app) else {
      throw CommandFailure.typesUnknown(app: app.name)
    }
    switch console.form {
    case .json: for type in catalog.types { try console.print(type.json) }
    case .text: try catalog.print(on: console)
    }
    return .good
  }

  private func list(_ log: LogReader, _ arguments: ParsedArguments, _ console: Console) throws
    -> ExitCode
  {
    let usage = try ActionUsage(
      of: log, catalog: apps.recorder(of: log).flatMap(ActionCatalog.init), console)
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
