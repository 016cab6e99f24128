import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Completes lines: commands, action types, steps, and paths into the current state.
struct Completer {
  private let session: DebugSession

  init(_ session: DebugSession) {
    self.session = session
  }

  /// The completions of `line`, which ends at the cursor.
  func completion(of line: String) -> Completion {
    let (name, rest) = LineWords.parts(of: String(line.drop(while: \.isWhitespace)))
    guard !rest.isEmpty else {
      return words(REPLCommands.all.map(\.name) + exactAlias(name), for: name)
    }
    let typed = String(LineWords.last(of: rest))
    guard let command = try? REPLCommands.named(name) else { return Completion(of: typed) }
    if typed.hasPrefix("-") { return words(options(of: command), for: typed) }
    let before = LineWords.split(rest.dropLast(typed.count)).filter { !$0.hasPrefix("-") }
    let kinds = command.parameters.map(\.spec).filter { !$0.isNamed }.map(\.completion)
    guard before.count < kinds.count else { return Completion(of: typed) }
    return completion(of: typed, as: kinds[before.count], behind: before)
  }

  /// Offers an alias only when it is typed in full.
  private func exactAlias(_ word: String) -> [String] {
    REPLCommands.all.flatMap(\.aliases).filter { $0 == word }
  }

  private func options(of command: any REPLCommand) -> [String] {
    (command.parameters.map(\.spec) + [CommonParameters.json.spec]).filter(\.isNamed).map(\.name)
  }

  private func completion(
    of typed: String, as kind: CompletionKind, behind before: [String]
  ) -> Completion {
    switch kind {
    case .command:
      words(REPLCommands.all.map(\.name) + HelpREPLCommand.topics.map(\.name), for: typed)
    case .actionType: types(session.log.types.map(\.name), for: typed)
    case .step: words(steps, for: typed)
    case .range: range(typed)
    case .path: path(typed)
    case .rangeOrPath: typed.contains("..") || typed.hasPrefix("@") ? range(typed) : path(typed)
    case .breakpoint:
      words(session.breakpoints.all.map { String($0.number) } + ["all"], for: typed)
    case .appActionType: types(session.appActionTypes, for: typed)
    case .payloadPath: payloadPath(typed)
    case .payloadValue: words(session.payloadText(at: before.last), for: typed, end: nil)
    case .payload: words(session.payloadText(ofType: before.last), for: typed, end: nil)
    case .words(let known): words(known, for: typed)
    case .log, .none: Completion(of: typed)
    }
  }

  private var steps: [String] { ["end"] + session.bookmarks.all.map { "@\($0.name)" } }

  /// Completes either end of a range.
  private func range(_ typed: String) -> Completion {
    let end = typed.ranges(of: "..").last.map { typed[$0.upperBound...] } ?? typed[...]
    var completion = words(steps, for: String(end))
    completion.end = end.startIndex > typed.startIndex ? completion.end : nil
    return completion
  }

  private func words(
    _ known: [String], for typed: String, end: Character? = " "
  ) -> Completion {
    var seen: Set<String> = []
    let found = known.filter { $0.hasPrefix(typed) && seen.insert($0).inserted }
    return Completion(of: typed, found, end: end)
  }

  private func types(_ names: [String], for typed: String) -> Completion {
    words(session.log.typeNames(names, completing: typed), for: typed)
  }

  // MARK: Places in the state

  private func payloadPath(_ typed: String) -> Completion {
    guard let payload = session.presentPayload else { return Completion(of: typed) }
    return Completion(of: typed, PathCompletion(of: typed, in: payload).words)
  }

  private func path(_ typed: String) -> Completion {
    Completion(of: typed, session.pathsForCompletion(of: typed))
  }
}

extension DebugSession {
  /// The current action's payload.
  var presentPayload: Value? { try? presentAction()?.payload }

  /// The value at a path of the current action's payload, as JSON.
  fileprivate func payloadText(at place: String?) -> [String] {
    guard let path = place.flatMap({ try? StatePath($0) }) else { return [] }
    return [presentPayload?.value(at: path)?.json].compactMap(\.self)
  }

  /// The payload of the last action of a type, as JSON. Searches only the ``near`` last actions.
  func payloadText(ofType name: String?) -> [String] {
    guard let name else { return [] }
    var step = position
    for _ in 0..<Self.near {
      guard step > log.initialStep, let action = try? log.entry(at: step) else { return [] }
      if action.type.name == name || action.type.name.hasSuffix(".\(name)") {
        return [try? action.payload().json].compactMap(\.self)
      }
      step = Step(step.number - 1)
    }
    return []
  }

  /// The app's types, and the cases of its enums that the log has.
  fileprivate var appActionTypes: [String] {
    let types = (try? inspector.ask(AppRequest()))?.actionTypes ?? []
    return types
      + log.types.map(\.name).filter { name in types.contains { name.hasPrefix("\($0).") } }
  }

  /// The number of actions to search while you wait.
  private static let near = 4_096
  /// The completions of a path into the current state.
  fileprivate func pathsForCompletion(of typed: String) -> [String] {
    guard missingStores == nil else { return [] }
    return inspector.paths(
      for: typed, at: position, host, within: PathCompletion.timeLimit)
  }
}

extension Inspector {
  /// The completions of a path into the state of `step`, or into an earlier state if a replay to `step`
  /// takes too long. A later question continues that replay.
  func paths(
    for typed: String, at step: Step, _ host: WorkerHost?, within limit: Duration
  ) -> [String] {
    let end = Progress.uptime() + limit
    let (listener, told) = (onEvent, damagesTold)
    onEvent = { _ in if Progress.uptime() > end { throw Interruption() } }
    host?.deadline = .now + limit
    let present = paths(for: typed, at: step, isNear: false)
    onEvent = listener
    host?.deadline = nil
    // The next answer shows the damage that this finds.
    damagesTold = told
    return present ?? paths(for: typed, at: step, isNear: true) ?? []
  }

  private func paths(for typed: String, at step: Step, isNear: Bool) -> [String]? {
    let completion = try? PathCompletion(of: typed) {
      try ask(PartsRequest(of: step, at: $0, limit: PathCompletion.limit, isNear: isNear))
    }
    return completion?.words
  }
}

/// The completions of a partly typed path.
struct PathCompletion {
  /// The paths that begin with the typed text, in the value's order.
  let words: [String]

  /// More paths than you would read.
  static let limit = 500
  /// How long a completion may take.
  static let timeLimit = Duration.milliseconds(300)

  init(of typed: String, in value: Value) {
    self.init(of: typed) { value.value(at: $0)?.components ?? [] }
  }

  /// The completions from `components`, which returns the parts at a path.
  init(of typed: String, components: (StatePath) throws -> [StatePath.Component]) rethrows {
    for parent in Self.parents(of: typed) {
      let parts = try components(parent).prefix(Self.limit)
      guard !parts.isEmpty else { continue }
      words = parts.map { parent.appending($0).description }.filter { $0.hasPrefix(typed) }
      return
    }
    words = []
  }

  /// The possible parents of the last part: the text up to each dot or bracket, the longest first. There
  /// may be several, because a key may contain dots and brackets.
  private static func parents(of typed: String) -> [StatePath] {
    let places = typed.indices.filter { typed[$0] == "." || typed[$0] == "[" }.reversed()
    return places.compactMap { place in
      let parent = String(typed[..<place])
      return parent.isEmpty ? nil : try? StatePath(parent)
    } + [StatePath()]
  }
}
