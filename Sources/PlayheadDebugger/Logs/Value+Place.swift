import PlayheadCoding
import PlayheadLog

extension Value {
  /// What is at `path` in this state, which is that of `step`.
  func part(at path: Path, of step: Step) throws(CommandFailure) -> Value {
    if let part = value(at: path) { return part }
    throw missing(path, step)
  }

  /// Says that nothing is at `path`, and what is near.
  func missing(_ path: Path, _ step: Step) -> CommandFailure {
    var reached = Path()
    var current = self
    for component in path.components {
      guard let next = current.value(at: Path([component])) else { break }
      reached = reached.appending(component)
      current = next
    }
    let names = current.partNames
    let wrong = path.components[reached.components.count]
    let near = Suggestion.closest(to: wrong.word, in: names)
    return .nothing(
      at: path, step: step, suggestion: near.map { reached.appending(.field($0)) },
      within: reached, parts: names)
  }

  private var partNames: [String] {
    switch self {
    case .record(let fields): fields.map(\.name)
    case .dictionary(let entries): entries.map { Path([.key($0.key)]).description }
    case .list(let elements), .set(let elements): elements.indices.map { "[\($0)]" }
    default: []
    }
  }
}

extension Path.Component {
  /// The component as a word that may be misspelt.
  fileprivate var word: String {
    switch self {
    case .field(let name), .key(.string(let name)): name
    case .key, .index: Path([self]).description
    }
  }
}
