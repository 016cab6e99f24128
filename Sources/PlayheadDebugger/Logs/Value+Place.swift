import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension Value {
  /// What is at `path` in this state, which is that of `step`.
  func part(at path: StatePath, of step: Step) throws(CommandFailure) -> Value {
    if let part = value(at: path) { return part }
    throw missing(path, step)
  }

  /// Says that nothing is at `path`, and what is near.
  func missing(_ path: StatePath, _ step: Step) -> CommandFailure {
    var reached = StatePath()
    var current = self
    for component in path.components {
      guard let next = current.value(at: StatePath([component])) else { break }
      reached = reached.appending(component)
      current = next
    }
    let parts = current.existingParts
    let near = path.components[reached.components.count].name
      .flatMap { Suggestion.closest(to: $0, in: parts.names) }
    return .nothing(
      at: path, step: step, suggestion: near.map { reached.appending(.field($0)) },
      within: reached, parts: parts)
  }

  private var existingParts: ExistingParts {
    switch self {
    case .record(let fields): .named(fields.map(\.name))
    case .dictionary(let entries): .named(entries.map(\.name))
    case .list(let elements), .set(let elements): .elements(elements.count)
    default: .named([])
    }
  }
}

/// What a value has where it does not have what was asked for.
enum ExistingParts {
  case named([String])
  case elements(Int)

  var names: [String] {
    if case .named(let names) = self { names } else { [] }
  }
}

extension StatePath.Component {
  /// The component as a word that may be misspelled.
  fileprivate var name: String? {
    switch self {
    case .field(let name), .key(.string(let name)): name
    case .key, .index: nil
    }
  }
}

extension Value.Entry {
  /// The key as it is written in a path: a text without its brackets, where a field's name does.
  fileprivate var name: String {
    if case .string(let name) = key { name } else { StatePath([.key(key)]).description }
  }
}
