extension Value {
  /// The value as it is when it has been written as JSON and read back: the members of objects in the order
  /// of their names, dates as texts, whole numbers as integers. Two values whose JSON says the same have
  /// the same form.
  ///
  /// Costs what `JSONDecoder` costs. A value that is nested too deeply for that stays as it is.
  package var jsonForm: Value { Value(json: json) ?? self }

  /// The value as JSON for people: what fits into `width` characters is on one line, and nothing else.
  package func jsonText(width: Int) -> String {
    jsonLayout.lines(limit: width).joined(separator: "\n")
  }

  /// What is no list and no record has a JSON of one word.
  private var jsonLayout: PrintLayout {
    switch self {
    case .list(let elements): .group("[", elements.map { .init("", $0.jsonLayout) }, "]")
    case .record(let fields):
      .group("{", fields.map { .init(Value.string($0.name).json + ": ", $0.value.jsonLayout) }, "}")
    default: .word(json)
    }
  }
}
