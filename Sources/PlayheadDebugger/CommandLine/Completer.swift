import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// What a call is about whose words are completed: in a shell the log in the call, in `debug` the session.
protocol CompletionSource {
  /// The log, if it can be read.
  func log(of call: PartialCall) -> (any ActionSource)?
  /// The names of steps, besides numbers.
  var stepNames: [String] { get }
  /// The paths into the state that the call is about.
  func paths(for typed: String, in call: PartialCall) -> [String]
  /// The words of a kind that only this source has.
  func words(_ kind: CompletionKind, for typed: String, in call: PartialCall) -> [String]
}

/// A call's words before the word to complete.
struct PartialCall {
  fileprivate let specs: [ParameterSpec]
  /// The words that belong to no option.
  let positional: [String]

  init(specs: [ParameterSpec] = [], positional: [String] = []) {
    (self.specs, self.positional) = (specs, positional)
  }

  func word(of kind: CompletionKind) -> String? {
    zip(specs.filter { $0.place == .positional }, positional).first { $0.0.completion == kind }?.1
  }
}

/// Completes the last word of a call. A completion that ends with a space is a whole word.
struct Completer {
  let source: any CompletionSource

  /// The completions of `typed` after `words`, which begin after the command's name.
  func completions(
    of typed: String, after words: some Sequence<String>, for specs: [ParameterSpec]
  ) -> [String] {
    var positional: [String] = []
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
        positional.append(word)
      }
    }
    let call = PartialCall(specs: specs, positional: positional)
    if let waiting { return self.words(waiting.completion, typed, call) }
    if isAfterDashes {
      let spec = specs.first { $0.place == .afterDashes }
      return self.words(spec?.completion ?? .none, typed, call)
    }
    if typed.hasPrefix("-") { return options(typed, specs, call) }
    let places = specs.filter { $0.place == .positional }
    let next = places.dropFirst(positional.count).first
    return self.words(
      (next ?? places.last { $0.presence == .repeated })?.completion ?? .none, typed, call)
  }

  /// The options' names, or the values of `--option=value`.
  func options(_ typed: String, _ specs: [ParameterSpec], _ call: PartialCall) -> [String] {
    guard let end = typed.firstIndex(of: "=") else {
      return matching(typed, specs.flatMap(\.names).map { $0 + " " })
    }
    let spec = specs.first { $0.names.contains(String(typed[..<end])) }
    let value = String(typed[typed.index(after: end)...])
    return words(spec?.completion ?? .none, value, call).map { typed[...end] + $0 }
  }

  /// The words of a kind that begin with what was typed.
  func words(_ kind: CompletionKind, _ typed: String, _ call: PartialCall) -> [String] {
    matching(typed, all(kind, typed, call))
  }

  private func all(_ kind: CompletionKind, _ typed: String, _ call: PartialCall) -> [String] {
    switch kind {
    case .words(let known): return known.map { $0 + " " }
    case .actionType:
      guard let log = source.log(of: call) else { return [] }
      return log.typeNames(log.types.map(\.name), completing: typed).map { $0 + " " }
    case .step: return steps(call).map { $0 + " " }
    case .rangeOrPath where !typed.contains(".."):
      return steps(call) + source.paths(for: typed, in: call)
    case .range, .rangeOrPath:
      guard let dots = typed.ranges(of: "..").last else { return steps(call) }
      return steps(call).map { typed[..<dots.upperBound] + $0 + " " }
    case .path: return source.paths(for: typed, in: call)
    default: return source.words(kind, for: typed, in: call)
    }
  }

  private func steps(_ call: PartialCall) -> [String] {
    let log = source.log(of: call)
    return ["end"] + (log.map { ["\($0.initialStep)", "\($0.lastStep)"] } ?? [])
      + source.stepNames
  }

  private func matching(_ typed: String, _ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { $0.hasPrefix(typed) && seen.insert($0).inserted }
  }
}

/// The completions of a partly typed path.
struct PathCompletion {
  /// The paths that begin with the typed text, in the value's order.
  let words: [String]

  /// More paths than you would read.
  static let limit = 500

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

extension Inspector {
  /// The completions of a path into the state of `step`, or into an earlier state if a replay to `step`
  /// takes too long. A later question continues that replay.
  func paths(
    for typed: String, at step: Step, _ connection: ChildProcessConnection?, within limit: Duration
  ) -> [String] {
    let end = Progress.uptime() + limit
    let (listener, reported) = (onEvent, reportedDamageCount)
    onEvent = { _ in if Progress.uptime() > end { throw Interruption() } }
    connection?.deadline = .now + limit
    let current = paths(for: typed, at: step, isNear: false)
    onEvent = listener
    connection?.deadline = nil
    // The next answer shows the damage that this finds.
    reportedDamageCount = reported
    return current ?? paths(for: typed, at: step, isNear: true) ?? []
  }

  private func paths(for typed: String, at step: Step, isNear: Bool) -> [String]? {
    let completion = try? PathCompletion(of: typed) {
      try ask(PartsRequest(of: step, at: $0, limit: PathCompletion.limit, isNear: isNear))
    }
    return completion?.words
  }
}
