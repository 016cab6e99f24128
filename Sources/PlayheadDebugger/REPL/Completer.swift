import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Tells how a line may go on: commands, types of actions, steps, and places in the present state.
struct Completer {
  private let session: DebugSession

  init(_ session: DebugSession) {
    self.session = session
  }

  /// How `line`, which ends at the caret, may go on.
  func completion(of line: String) -> Completion {
    let (name, rest) = LineWords.parts(of: String(line.drop(while: \.isWhitespace)))
    guard !rest.isEmpty else {
      return words(Verbs.all.map(\.name) + exactAlias(name), for: name)
    }
    let typed = String(LineWords.last(of: rest))
    guard let verb = try? Verbs.named(name) else { return Completion(of: typed) }
    if typed.hasPrefix("-") { return words(options(of: verb), for: typed) }
    let before = LineWords.split(rest.dropLast(typed.count)).filter { !$0.hasPrefix("-") }
    guard before.count < verb.wordKinds.count else { return Completion(of: typed) }
    return completion(of: typed, as: verb.wordKinds[before.count], behind: before)
  }

  /// A word that is a command itself is not taken for the beginning of another.
  private func exactAlias(_ word: String) -> [String] {
    Verbs.all.flatMap(\.aliases).filter { $0 == word }
  }

  private func options(of verb: any Verb) -> [String] {
    (verb.parameters.map(\.shape) + [CommonParameters.json.shape]).filter(\.isNamed).map(\.name)
  }

  private func completion(
    of typed: String, as kind: WordKind, behind before: [String]
  ) -> Completion {
    switch kind {
    case .command: words(Verbs.all.map(\.name) + ["steps"], for: typed)
    case .actionType: words(session.log.types.map(\.name), for: typed)
    case .step: words(steps, for: typed)
    case .range: range(typed)
    case .path: path(typed)
    case .rangeOrPath: typed.contains("..") || typed.hasPrefix("@") ? range(typed) : path(typed)
    case .breakpoint:
      words(session.breakpoints.all.map { String($0.number) } + ["all"], for: typed)
    case .appActionType: words(session.appActionTypes, for: typed)
    case .payloadPath: payloadPath(typed)
    case .payloadValue: words(session.payloadText(at: before.last), for: typed, end: nil)
    case .payload: words(session.payloadText(ofType: before.last), for: typed, end: nil)
    case .text: Completion(of: typed)
    }
  }

  private var steps: [String] { ["end"] + session.bookmarks.all.map { "@\($0.name)" } }

  /// Either end of a range.
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
  fileprivate var presentPayload: Value? { try? presentAction()?.payload }

  /// What is at a place of the present action's payload, as one would write it.
  fileprivate func payloadText(at place: String?) -> [String] {
    guard let path = place.flatMap({ try? StatePath($0) }) else { return [] }
    return [presentPayload?.value(at: path)?.json].compactMap(\.self)
  }

  /// The payload of the last action of a type at or before the present one, if that is not far.
  fileprivate func payloadText(ofType name: String?) -> [String] {
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

  fileprivate var appActionTypes: [String] {
    (try? inspector.ask(AppRequest()))?.actionTypes ?? []
  }

  /// So many actions are looked at within the time that a person waits.
  private static let near = 4_096
  /// As long as a person waits for a word.
  private static let patience = Duration.milliseconds(300)
  /// So many steps are replayed whatever that takes, and between two looks at the clock.
  private static let stride = 256

  /// How a path into the present state may go on; into one before it, if the present one cannot be had at once. What was
  /// replayed of the way is not lost.
  fileprivate func pathsForCompletion(of typed: String) -> [String] {
    guard missingStores == nil else { return [] }
    return presentPaths(for: typed) ?? paths(for: typed, isNear: true) ?? []
  }

  private func presentPaths(for typed: String) -> [String]? {
    let end = Progress.uptime() + Self.patience
    var events = 0
    inspector.onEvent = { _ in
      events += 1
      if events % Self.stride == 0, Progress.uptime() > end { throw Interruption() }
    }
    defer { inspector.onEvent = { _ in } }
    return paths(for: typed, isNear: false)
  }

  private func paths(for typed: String, isNear: Bool) -> [String]? {
    let completion = try? PathCompletion(of: typed) {
      try inspector.ask(
        PartsRequest(of: position, at: $0, limit: PathCompletion.limit, isNear: isNear))
    }
    return completion?.words
  }
}
