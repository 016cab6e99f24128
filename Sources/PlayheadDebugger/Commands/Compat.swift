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

  let logs = LogParameters.logs
  let strict = Parameter.flag("strict", "End with 1 unless the verdict is 'fine'.")

  let examples = [
    Example("compat reports/*.playhead", "which reports this build can replay"),
    Example("compat fixtures/*.playhead --strict", "whether all fixtures are read as written"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let connection = apps.connection(console)
    return try LogBatch(Shard.logs(at: arguments[LogParameters.logs])).run(console) { log in
      try log.warn(on: console)
      let context = CommandContext(log, apps, .usual, console, at: connection)
      let found = try context.inspecting { try $0.ask(CompatibilityRequest()) }
      try console.show(CompatAnswer(found, log)) { try show(found, log, console) }
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

private struct CompatAnswer: Encodable {
  let log: String
  let app: String?
  let actions: Int
  let verdict: String
  let changes: [Change]

  struct Change: Encodable {
    let verdict: String
    @IfPresent var store: String? = nil
    @IfPresent var type: String? = nil
    @IfPresent var version: Int? = nil
    let change: String
    let first: Step
    let count: Int
    let description: String
  }

  init(_ found: Compatibility, _ log: LogReader) {
    (self.log, app, actions) = (log.name, log.appName, log.actionCount)
    (verdict, changes) = ("\(found.verdict)", found.changes.map { Change($0) })
  }
}

extension CompatAnswer.Change {
  fileprivate init(_ change: Compatibility.Change) {
    (verdict, description) = ("\(change.verdict)", "\(change.fact)")
    (self.change, first, count) = (change.fact.word, change.first, change.count)
    switch change.subject {
    case .stores: break
    case .state(let store): self.store = store
    case .action(let type): (self.type, version) = (type.name, type.version)
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

extension CommandContext {
  /// The most actions for a quick check. They take some hundredths of a second.
  private static let quickActions = 100_000
  /// The most bytes for a quick check, because it decompresses and decodes frames.
  private static let quickBytes = 16 << 20

  /// Whether the current build can replay the log, in a few words, and the verdict if it is known. `nil` if the app is
  /// not linked in.
  func fit() -> (verdict: Compatibility.Verdict?, words: String)? {
    guard hasStores else { return nil }
    guard recording.actionCount <= Self.quickActions, recording.byteCount <= Self.quickBytes else {
      return (nil, "not checked: '\(toolName) compat LOG' reads every action")
    }
    do {
      let inspector = try apps.inspector(of: recording, at: apps.connection(console), .usual)
      let found = try recording.explaining { try inspector.ask(CompatibilityRequest()) }
      return (found.verdict, found.summary)
    } catch CommandFailure.noProcess(let reason, _) {
      return (nil, "unknown: no other process can be started: \(reason)")
    } catch {
      return (nil, "unknown: parts of the log cannot be read")
    }
  }
}

extension Compatibility {
  /// What the current build does with the log, and the command for details.
  fileprivate var summary: String {
    if changes.isEmpty { return verdict.sentence }
    let count = Format.count(changes.count, "change")
    let pronoun = changes.count == 1 ? "it" : "them"
    return "\(verdict.sentence), \(count): '\(toolName) compat LOG' names \(pronoun)"
  }
}
