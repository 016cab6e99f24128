import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// Completes the last word of a call: in a shell about the log in the call, in `debug` about the session's. A
/// completion that ends with a space is a whole word.
struct Completer {
  /// What a call is about, if its log can be read.
  let context: (PartialCall) -> CommandContext?
}

/// A call's words before the word to complete.
struct PartialCall {
  fileprivate var specs: [ParameterSpec] = []
  /// The words that belong to no option.
  fileprivate(set) var positional: [String] = []

  func word(of kind: CompletionKind) -> String? {
    zip(specs.filter { $0.place == .positional }, positional).first { $0.0.completion == kind }?.1
  }
}

extension Completer {
  /// The completions of `typed` after `words`, which begin after the command's name.
  func completions(
    of typed: String, after words: some Sequence<String>, for specs: [ParameterSpec]
  ) -> [String] {
    var call = PartialCall(specs: specs)
    var waiting: ParameterSpec?
    var isAfterDashes = false
    for word in words {
      if waiting != nil {
        waiting = nil
      } else if word == "--" {
        isAfterDashes = true
      } else if let spec = specs.first(where: { $0.names.contains(word) }) {
        if case .option = spec.place { waiting = spec }
      } else {
        call.positional.append(word)
      }
    }
    if let waiting { return self.words(waiting.completion, typed, call) }
    if isAfterDashes {
      let spec = specs.first { $0.place == .afterDashes }
      return self.words(spec?.completion ?? .none, typed, call)
    }
    if typed.hasPrefix("-") { return options(typed, specs, call) }
    let places = specs.filter { $0.place == .positional }
    let next = places.dropFirst(call.positional.count).first
    return self.words(
      (next ?? places.last { $0.presence == .repeated || $0.presence == .any })?.completion
        ?? .none, typed, call)
  }

  /// The options' names, or the values of `--option=value`.
  func options(
    _ typed: String, _ specs: [ParameterSpec], _ call: PartialCall = PartialCall()
  ) -> [String] {
    guard let end = typed.firstIndex(of: "=") else {
      return matching(typed, specs.flatMap(\.names).map { $0 + " " })
    }
    let spec = specs.first { $0.names.contains(String(typed[..<end])) }
    let value = String(typed[typed.index(after: end)...])
    return words(spec?.completion ?? .none, value, call).map { typed[...end] + $0 }
  }

  /// The words of a kind that begin with what was typed.
  func words(
    _ kind: CompletionKind, _ typed: String, _ call: PartialCall = PartialCall()
  ) -> [String] {
    matching(typed, all(kind, typed, call))
  }

  private func all(_ kind: CompletionKind, _ typed: String, _ call: PartialCall) -> [String] {
    switch kind {
    case .words(let known): return known.map { $0 + " " }
    case .actionType:
      guard let log = context(call)?.log else { return [] }
      return log.typeNames(log.types.map(\.name), completing: typed).map { $0 + " " }
    case .step: return steps(call).map { $0 + " " }
    case .rangeOrPath where !typed.contains(".."):
      return steps(call) + paths(for: typed, in: call)
    case .range, .rangeOrPath:
      guard let dots = typed.ranges(of: "..").last else { return steps(call) }
      return steps(call).map { typed[..<dots.upperBound] + $0 + " " }
    case .path: return paths(for: typed, in: call)
    default: return (context(call) as? DebugSession)?.words(kind, typed, call.positional.last) ?? []
    }
  }

  private func steps(_ call: PartialCall) -> [String] {
    let context = context(call)
    let ends = context.map { ["\($0.log.initialStep)", "\($0.log.lastStep)"] } ?? []
    let bookmarks = (context as? DebugSession)?.sortedBookmarks ?? []
    return ["end"] + ends + bookmarks.map { "@\($0.name)" }
  }

  /// The paths into the state of the step in the call, or of the current one.
  private func paths(for typed: String, in call: PartialCall) -> [String] {
    guard let context = context(call), let inspector = try? context.inspector(withStores: true)
    else { return [] }
    let step = (call.word(of: .step) ?? call.word(of: .rangeOrPath)).flatMap {
      try? StepExpression(parsing: $0).resolve(in: context.scope)
    }
    let limit = Duration.milliseconds(context.isSession ? 300 : 1_000)
    return inspector.paths(for: typed, at: step ?? context.position, within: limit)
  }

  private func matching(_ typed: String, _ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { $0.hasPrefix(typed) && seen.insert($0).inserted }
  }
}

extension Inspector {
  /// The completions of a path into the state of `step`, or into an earlier state if a replay to `step`
  /// takes too long. A later question continues that replay.
  fileprivate func paths(for typed: String, at step: Step, within limit: Duration) -> [String] {
    func paths(isNear: Bool) -> [String]? {
      try? StatePath.completions(of: typed) {
        try ask(PartsRequest(of: step, at: $0, limit: $1, isNear: isNear))
      }
    }
    // The start of a process does not count.
    try? connection?.start()
    let end = ContinuousClock.now + limit
    let (listener, reported) = (onEvent, reportedDamageCount)
    onEvent = { _ in if ContinuousClock.now > end { throw Interruption() } }
    connection?.deadline = end
    let current = paths(isNear: false)
    onEvent = listener
    connection?.deadline = nil
    // The next answer shows the damage that this finds.
    reportedDamageCount = reported
    return current ?? paths(isNear: true) ?? []
  }
}
