import PlayheadInspector
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct CompatCommand: Command {
  let apps: Apps

  let name = "compat"
  let summary = "Checks whether this build can replay the logs of other builds."
  let details = [
    "Decodes every action as a replay would, with the app's upgrades, but runs no store. The verdict "
      + "is 'fine' if everything is read as it was written, 'risky' if something is read differently, and "
      + "'impossible' if a replay would end early; every difference and reason is shown. Ends with 1 if "
      + "the verdict is 'impossible', and with '--strict' also if it is 'risky'."
  ]

  let strict = Parameter.flag("strict", "End with 1 unless the verdict is 'fine'.")
  var parameters: [any ParameterDeclaration] { [LogParameters.logs, strict] }

  let examples = [
    Example("compat reports/*.playhead", "which reports this build can replay"),
    Example("compat fixtures/*.playhead --strict", "whether all fixtures are read as written"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let connection = try apps.connection(console)
    return try LogBatch(arguments[LogParameters.logs]).run(console) { log in
      try log.warn(on: console)
      let context = CommandContext(log, apps, .usual, console, at: connection)
      let found = try context.inspecting { try $0.ask(CompatibilityRequest()) }
      try console.show(found.json(of: log)) { try show(found, log, console) }
      try log.warnOfDamageFound(on: console)
      let worst: Compatibility.Verdict = arguments[strict] ? .fine : .risky
      return log.exitCode.worse(found.verdict <= worst ? .good : .badAnswer)
    }
  }

  private func show(_ found: Compatibility, _ log: LogReader, _ console: Console) throws {
    try console.print(
      "\(log.name): \(StyledText("\(found.verdict)", found.verdict.style)), "
        + "\(Format.count(log.actionCount, "action"))")
    for change in found.changes { try console.print("  \(change)") }
  }
}

extension Compatibility.Verdict {
  fileprivate var style: Style {
    switch self {
    case .fine: .green
    case .risky: .yellow
    case .impossible: .red
    }
  }

  /// What the current build does with a log of this verdict.
  fileprivate var sentence: String {
    switch self {
    case .fine: "reads all of it as it was recorded"
    case .risky: "replays it, but reads parts of it differently"
    case .impossible: "cannot replay it"
    }
  }
}

extension Compatibility {
  /// The verdict on `log`.
  func json(of log: LogReader) -> JSON {
    [
      "log": log.name,
      "app": log.appName,
      "actions": log.actionCount,
      "verdict": "\(verdict)",
      "changes": changes.map(\.json),
    ]
  }
}

extension Compatibility.Change {
  fileprivate var json: JSON {
    ["verdict": "\(verdict)"] + subject.json + [
      "change": fact.word, "first": first, "count": count, "description": "\(fact)",
    ]
  }
}

extension Compatibility.Subject {
  fileprivate var json: JSON {
    switch self {
    case .stores: [:]
    case .state(let store): ["store": store]
    case .action(let type): ["type": type.name, "version": type.version]
    }
  }
}

extension Compatibility.Fact {
  /// The word in JSON. Programs rely on it, so it does not change when the Swift case is renamed.
  fileprivate var word: String {
    switch self {
    case .unread: "unread"
    case .supplied: "supplied"
    case .converted: "converted"
    case .otherVersion: "otherVersion"
    case .upgraded: "upgraded"
    case .dropped: "dropped"
    case .storeRenamed: "storeRenamed"
    case .storeDropped: "storeDropped"
    case .storeAdded: "storeAdded"
    case .unknown, .unknownAtEnd: "unknown"
    case .noUpgrade: "noUpgrade"
    case .incompatible: "incompatible"
    case .otherStores: "otherStores"
    }
  }
}

/// Whether the current app can replay a log, in a few words.
enum CompatibilitySummary: CustomStringConvertible {
  case known(Compatibility)
  /// The log is too long for a quick check.
  case tooLong
  /// The log cannot be read completely, or the app cannot be started.
  case unknown

  /// The most actions for a quick check. They take some hundredths of a second.
  private static let actionLimit = 100_000
  /// The most bytes for a quick check, because it decompresses and decodes frames.
  private static let byteLimit = 16 << 20

  /// `nil` if the app that recorded `log` is not linked in.
  init?(of log: LogReader, _ apps: Apps, _ console: Console) {
    guard apps.recorder(of: log) != nil else { return nil }
    guard log.actionCount <= Self.actionLimit, log.byteCount <= Self.byteLimit else {
      self = .tooLong
      return
    }
    do {
      let inspector = try apps.inspector(of: log, at: apps.connection(console), .usual)
      self = .known(try inspector.ask(CompatibilityRequest()))
    } catch {
      self = .unknown
    }
  }

  /// The verdict; `nil` if it is unknown.
  var word: String? {
    if case .known(let compatibility) = self { "\(compatibility.verdict)" } else { nil }
  }

  /// What the current build does with the log, and the command for details.
  var description: String {
    switch self {
    case .known(let found) where found.changes.isEmpty: found.verdict.sentence
    case .known(let found):
      "\(found.verdict.sentence), \(Format.count(found.changes.count, "change")): '\(toolName) compat LOG' names "
        + (found.changes.count == 1 ? "it" : "them")
    case .tooLong: "not checked: '\(toolName) compat LOG' reads every action"
    case .unknown: "unknown: parts of the log cannot be read"
    }
  }
}
