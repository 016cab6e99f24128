public import PlayheadLog
import PlayheadReplay
public import PlayheadValues

/// Why a question about a log has no answer, if the reason is neither a `ReadingError` nor a `ReplayError`.
public enum InspectorError: Error, Codable, Hashable, Sendable {
  /// The app's stores are missing.
  case storesMissing
  /// The log begins with the state of this step: no action led to it.
  case isFirst(Step)
  /// The state has no value at this place.
  case nothing(at: StatePath, step: Step, NearestPart)
  /// A condition names a type without its module; `meant` is the whole name, or a pattern for the cases of an enum.
  case shortType(String, meant: String)
  /// A path begins with none of the app's stores.
  case noStore(StatePath, stores: [String])
  /// No process with the stores can be started, for this reason.
  case noProcess(String)
  /// Another log has replaced the file that the question is about.
  case logReplaced(String)

  /// The nearest part to a missing one.
  public struct NearestPart: Codable, Hashable, Sendable {
    /// A path with a close name.
    public var suggestion: StatePath?
    /// The last part of the path that exists.
    public var place: StatePath
    /// The names of its parts; empty if they have no names.
    public var names: [String]
    /// The number of its elements, if it is a list or a set.
    public var count: Int?
  }
}

extension Value {
  /// The error for a missing value at `path` in this state, which is that of `step`, with the nearest part.
  func missing(_ path: StatePath, _ step: Step) -> InspectorError {
    var reached = StatePath()
    var current = self
    for component in path.components {
      guard let next = current.value(at: StatePath([component])) else { break }
      reached = reached.appending(component)
      current = next
    }
    let names = current.partNames
    let near = path.components[reached.components.count].name
      .flatMap { Suggestion.closest(to: $0, in: names) }
    return .nothing(
      at: path, step: step,
      .init(
        suggestion: storeWith(path) ?? near.map { reached.appending(.field($0)) }, place: reached,
        names: names,
        count: current.elementCount))
  }

  /// The path with the store in front that has it, if only one has.
  private func storeWith(_ path: StatePath) -> StatePath? {
    guard case .record(let stores) = self else { return nil }
    let having = stores.filter { $0.value.value(at: path) != nil }
    return having.count == 1
      ? StatePath([.field(having[0].name)] + path.components) : nil
  }

  private var partNames: [String] {
    switch self {
    case .record(let fields): fields.map(\.name)
    case .dictionary(let entries): entries.map(\.name)
    default: []
    }
  }

  private var elementCount: Int? {
    switch self {
    case .list(let elements), .set(let elements): elements.count
    default: nil
    }
  }
}

extension Value.Entry {
  /// The key as it is written in a path: a text without brackets, where a field's name can stand.
  fileprivate var name: String {
    if case .string(let name) = key { name } else { StatePath([.key(key)]).description }
  }
}

extension StatePath {
  /// Throws if the path begins with none of these stores.
  package func requireStore(among stores: [String]) throws(InspectorError) {
    guard let first = components.first else { return }
    if let name = first.name, stores.contains(name) { return }
    throw .noStore(self, stores: stores)
  }
}

extension InspectorError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .storesMissing: "the app's stores are not available, and states need them"
    case .isFirst(.initial): "step 0 is the initial state and has no action"
    case .isFirst(let step):
      "the log begins with the state at step \(step), so it has no action for that step"
    case .nothing(let path, let step, let near):
      "the state at step \(step) has no '\(path)'; \(near.sentence)"
    case .shortType(let type, let meant):
      "no action has the type '\(type)'; did you mean "
        + (meant.hasSuffix("%") ? "\"type like '\(meant)'\"?" : "'\(meant)'?")
    case .noStore(let path, let stores):
      "there is no store for '\(path)'; \(Suggestion.hint(for: path, among: stores))"
    case .noProcess(let reason):
      "no process with the app's stores can be started: \(reason); name an executable that calls "
        + "'PlayheadCommand.main(apps:)'"
    case .logReplaced(let path):
      "'\(path)' was replaced by another log; run the command again to use the new log"
    }
  }
}

extension InspectorError.NearestPart {
  fileprivate var sentence: String {
    if let suggestion { return "did you mean '\(suggestion)'?" }
    let whole = place.components.isEmpty ? "it" : "'\(place)'"
    if let count { return "\(whole) has \(count) element\(count == 1 ? "" : "s"), counted from 0" }
    return "\(whole) has \(names.isEmpty ? "no parts" : names.quotedList)"
  }
}
