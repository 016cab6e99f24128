/// Searching for a text anywhere in a value.
extension Value {
  /// Calls `body` with every place below `path`, where this value is, whose own key or value has the text: a string
  /// that contains it, or another value that is written so.
  package func forEachPlace(
    containing text: String, below path: StatePath = StatePath(),
    _ body: (StatePath, Value) throws -> Void
  ) rethrows {
    for (component, part) in parts {
      let place = path.appending(component)
      if component.contains(text) || part.isText(text) { try body(place, part) }
      try part.forEachPlace(containing: text, below: place, body)
    }
  }

  /// Whether the value itself, a key in it or a value in it has the text.
  package func contains(_ text: String) -> Bool {
    isText(text) || parts.contains { $0.component.contains(text) || $0.part.contains(text) }
  }

  private var parts: [(component: StatePath.Component, part: Value)] {
    switch self {
    case .list(let elements), .set(let elements):
      elements.enumerated().map { (.index($0.offset), $0.element) }
    case .dictionary(let entries): entries.map { (.key($0.key), $0.value) }
    case .record(let fields): fields.map { (.field($0.name), $0.value) }
    default: []
    }
  }

  private func isText(_ text: String) -> Bool {
    switch self {
    case .string(let string): string.contains(text)
    case .list, .set, .dictionary, .record: false
    default: swiftText(options: .inLine) == text
    }
  }
}

extension StatePath.Component {
  /// Whether it is a name or a key with the text. An element's number is none.
  package func contains(_ text: String) -> Bool {
    switch self {
    case .field(let name): name.contains(text)
    case .index: false
    case .key(let key): key.contains(text)
    }
  }
}
