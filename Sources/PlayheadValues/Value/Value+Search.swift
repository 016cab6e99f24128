/// Searching for a text anywhere in a value.
extension Value {
  /// Calls `body` with every place below `path`, where this value is, whose own key or value has the text: a string
  /// that contains it, a case of an enumeration with this name, `.loading`, or another value that is written so.
  package func forEachPlace(
    containing text: String, below path: StatePath = StatePath(),
    _ body: (StatePath, Value) throws -> Void
  ) rethrows {
    for (component, part) in namedParts {
      let place = path.appending(component)
      if component.contains(text) || part.isText(text) { try body(place, part) }
      try part.forEachPlace(containing: text, below: place, body)
    }
  }

  /// Whether the value itself, a key in it or a value in it has the text.
  package func contains(_ text: String) -> Bool {
    isText(text) || namedParts.contains { $0.name.contains(text) || $0.value.contains(text) }
  }

  private func isText(_ text: String) -> Bool {
    switch self {
    case .string(let string): string.contains(text)
    // An enumeration's case, `.loading`, with any associated values.
    case .record(let fields):
      if fields.count == 1, case .record = fields[0].value {
        EnumCase.opening(of: fields[0].name) == text
      } else {
        false
      }
    case .list, .set, .dictionary: false
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
