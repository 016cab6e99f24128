import PlayheadReplay

/// Assigns the words of a call to the parameters of a command.
struct ArgumentParser {
  private let specs: [ParameterSpec]
  private var words: ArraySlice<String>
  private var positional: [String] = []
  private var found: [String: [String]] = [:]

  /// The values of `parameters` in a call with `words`.
  static func parse(
    _ words: some Collection<String>, for parameters: [any ParameterDeclaration]
  ) throws(UsageError.Fact) -> ParsedArguments {
    let all = parameters + CommonParameters.declarations
    var parser = ArgumentParser(specs: all.map(\.spec), words: Array(words)[...])
    try parser.sort()
    var values: [String: any Sendable] = [:]
    for parameter in parameters {
      let words = parser.found[parameter.spec.name, default: []]
      if words.isEmpty, parameter.spec.isRequired { throw .missing(parameter.spec.label) }
      values[parameter.spec.name] = try parameter.value(from: words)
    }
    let isJSON = parser.found[CommonParameters.json.spec.name] != nil
    return ParsedArguments(values: values, form: isJSON ? .json : .text)
  }

  private mutating func sort() throws(UsageError.Fact) {
    while let word = words.popFirst() {
      if word == "--" {
        try parseRest()
      } else if Self.looksLikeOption(word) || specs.contains(where: { $0.names.contains(word) }) {
        try parseOption(word)
      } else {
        positional.append(word)
      }
    }
    try distributePositional()
  }

  /// Assigns the words after `--`: the value of the parameter for that place, or positional words, which may
  /// start with a dash.
  private mutating func parseRest() throws(UsageError.Fact) {
    if let spec = specs.first(where: { $0.place == .afterDashes }) {
      if let word = words.dropFirst().first { throw .unexpected(word) }
      found[spec.name] = Array(words)
    } else {
      positional += words
    }
    words = []
  }

  /// A dash alone is a file name, and a dash before a digit starts a number.
  private static func looksLikeOption(_ word: String) -> Bool {
    guard word.first == "-", let second = word.dropFirst().first else { return false }
    return !second.isNumber
  }

  /// Names of options in other tools, for suggestions.
  private static let synonyms = [
    "--if": "--where", "--filter": "--where", "--grep": "--where", "--out": "--output",
    "-p": "--patch", "--diff": "--patch", "-f": "--follow", "--tail": "--follow",
    "--count": "--limit", "--max": "--limit", "-n": "--last", "--limit": "--last",
  ]

  private mutating func parseOption(_ word: String) throws(UsageError.Fact) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let value = parts.count > 1 ? String(parts[1]) : nil
    guard let spec = specs.first(where: { $0.names.contains(name) }) else {
      let known = specs.flatMap(\.names)
      let meant = Self.synonyms[name].flatMap { known.contains($0) ? $0 : nil }
      throw .unknownOption(name, suggestion: meant ?? Suggestion.closest(to: name, in: known))
    }
    if case .flag = spec.place {
      if let value { throw .unexpectedValue(value, for: name) }
      found[spec.name] = [""]
    } else {
      try parseValue(value, of: spec, named: name)
    }
  }

  private mutating func parseValue(
    _ attached: String?, of spec: ParameterSpec, named name: String
  ) throws(UsageError.Fact) {
    guard let value = attached ?? nextValue() else {
      throw .missingValue(for: name, label: spec.label)
    }
    if spec.presence != .repeated, found[spec.name] != nil { throw .givenTwice(name) }
    found[spec.name, default: []].append(value)
  }

  private mutating func nextValue() -> String? {
    guard let next = words.first, next != "--", !Self.looksLikeOption(next) else { return nil }
    return words.popFirst()
  }

  private mutating func distributePositional() throws(UsageError.Fact) {
    var rest = positional[...]
    for spec in specs where spec.place == .positional {
      let takesAll = spec.presence == .repeated || spec.presence == .any
      let count = takesAll ? rest.count : min(1, rest.count)
      found[spec.name] = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    if let word = rest.first { throw .unexpected(word) }
  }
}

/// The values of a command's parameters in one call.
package struct ParsedArguments: Sendable {
  fileprivate let values: [String: any Sendable]

  /// Whether the command has a parameter.
  func has<Value>(_ parameter: Parameter<Value>) -> Bool { values[parameter.spec.name] != nil }

  /// The form that the call asks for.
  package let form: OutputForm

  /// The value of a parameter of the command.
  ///
  /// - Precondition: `parameter` is one of the command's ``DeclaredCommand/parameters``.
  package subscript<Value>(_ parameter: Parameter<Value>) -> Value {
    guard let value = values[parameter.spec.name], let value = value as? Value else {
      preconditionFailure("\(parameter.spec.name) is not a parameter of the command")
    }
    return value
  }
}
