import PlayheadReplay

/// Sorts the words of a call under the parameters they belong to.
struct ArgumentParser {
  private let shapes: [ParameterShape]
  private var words: ArraySlice<String>
  private var positional: [String] = []
  private var found: [String: [String]] = [:]

  private init(_ shapes: [ParameterShape], _ words: some Collection<String>) {
    self.shapes = shapes
    self.words = Array(words)[...]
  }

  /// What `words` give to `parameters`.
  static func parse(
    _ words: some Collection<String>, for parameters: [any ParameterDeclaration]
  ) throws(UsageError.Fact) -> Given {
    let common = CommonParameters.declarations
    var parser = ArgumentParser((parameters + common).map(\.shape), words)
    try parser.sort()
    var entries: [String: any GivenValue] = [:]
    for parameter in parameters {
      let words = parser.found[parameter.shape.name, default: []]
      entries[parameter.shape.name] = try parameter.value(from: words)
    }
    let isJSON = parser.found[CommonParameters.json.shape.name] != nil
    return Given(entries, isJSON ? .json : .text)
  }

  private mutating func sort() throws(UsageError.Fact) {
    while let word = words.popFirst() {
      if word == "--" {
        try takeRest()
      } else if Self.looksLikeOption(word) {
        try takeNamed(word)
      } else {
        positional.append(word)
      }
    }
    try distributePositional()
  }

  /// What is behind the dashes: what the command takes there, or else ordinary words that may start with a
  /// dash.
  private mutating func takeRest() throws(UsageError.Fact) {
    if let shape = shapes.first(where: { $0.place == .behindDashes }) {
      if let word = words.dropFirst().first { throw .unexpected(word) }
      found[shape.name] = Array(words)
    } else {
      positional += words
    }
    words = []
  }

  /// A dash alone names a file, and a dash before a digit is a number.
  private static func looksLikeOption(_ word: String) -> Bool {
    guard word.first == "-", let second = word.dropFirst().first else { return false }
    return !second.isNumber
  }

  private mutating func takeNamed(_ word: String) throws(UsageError.Fact) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let value = parts.count > 1 ? String(parts[1]) : nil
    guard let shape = shapes.first(where: { $0.names.contains(name) }) else {
      let known = shapes.flatMap(\.names)
      throw .unknownOption(name, suggestion: Suggestion.closest(to: name, in: known))
    }
    if case .flag = shape.place {
      if let value { throw .unexpectedValue(value, for: name) }
      found[shape.name] = [""]
    } else {
      try takeValue(value, of: shape, named: name)
    }
  }

  private mutating func takeValue(
    _ attached: String?, of shape: ParameterShape, named name: String
  ) throws(UsageError.Fact) {
    guard let value = attached ?? nextValue() else {
      throw .missingValue(for: name, label: shape.label)
    }
    if shape.presence != .repeated, found[shape.name] != nil { throw .givenTwice(name) }
    found[shape.name, default: []].append(value)
  }

  private mutating func nextValue() -> String? {
    guard let next = words.first, next != "--", !Self.looksLikeOption(next) else { return nil }
    return words.popFirst()
  }

  private mutating func distributePositional() throws(UsageError.Fact) {
    var rest = positional[...]
    for shape in shapes where shape.place == .positional {
      let count = shape.presence == .repeated ? rest.count : min(1, rest.count)
      found[shape.name] = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    if let word = rest.first { throw .unexpected(word) }
  }
}
