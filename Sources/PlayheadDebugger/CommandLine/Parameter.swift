/// A parameter of a command, and the key of its value in ``ParsedArguments``.
package struct Parameter<Value: Sendable>: ParameterDeclaration {
  package let spec: ParameterSpec
  fileprivate let read: @Sendable ([String]) throws(UsageError.Fact) -> Value

  package func value(from words: [String]) throws(UsageError.Fact) -> any Sendable {
    try read(words)
  }
}

/// A parameter without the type of its value, for the parser and the help.
package protocol ParameterDeclaration: Sendable {
  /// How the parameter is written.
  var spec: ParameterSpec { get }
  /// The value of `words`, in typed order. A required parameter has a word.
  func value(from words: [String]) throws(UsageError.Fact) -> any Sendable
}

extension Parameter where Value == Never {
  // These functions return parameters of other types than `Self`, so that a declaration reads
  // `Parameter.argument("LOG", .path, …)` and Swift infers its type.

  /// A required word.
  package static func argument<T>(
    _ name: String, _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<T> {
    required(name, .positional, type, help)
  }

  /// An optional word.
  package static func optionalArgument<T>(
    _ name: String, _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<T?> {
    optional(name, .positional, type, help)
  }

  /// An optional word after `--`.
  static func argumentAfterDashes<T>(
    _ name: String, _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<T?> {
    optional(name, .afterDashes, type, help)
  }

  /// One or more words. Must be the last positional parameter.
  package static func arguments<T>(
    _ name: String, _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<[T]> {
    repeated(name, .positional, .repeated, type, help)
  }

  /// Any number of words, also none. Must be the last positional parameter.
  static func optionalArguments<T>(
    _ name: String, _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<[T]> {
    repeated(name, .positional, .any, type, help)
  }

  package static func option<T>(
    _ name: String, _ short: String? = nil, value: String, _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<T?> {
    optional("--\(name)", .option(short, value: value), type, help)
  }

  package static func option<T>(
    _ name: String, _ short: String? = nil, value: String, _ type: ArgumentType<T>,
    default usual: T, _ help: String
  ) -> Parameter<T> {
    let option = option(name, short, value: value, type, help)
    return Parameter<T>(spec: option.spec) { words throws(UsageError.Fact) in
      try option.read(words) ?? usual
    }
  }

  package static func requiredOption<T>(
    _ name: String, _ short: String? = nil, value: String, _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<T> {
    required("--\(name)", .option(short, value: value), type, help)
  }

  /// `--name VALUE`, any number of times.
  package static func options<T>(
    _ name: String, _ short: String? = nil, value: String, _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<[T]> {
    repeated("--\(name)", .option(short, value: value), .repeated, type, help)
  }

  /// `--name`; true if it is typed.
  package static func flag(_ name: String, short: String? = nil, _ help: String) -> Parameter<Bool>
  {
    Parameter<Bool>(spec: ParameterSpec("--\(name)", .flag(short), .optional, help)) {
      !$0.isEmpty
    }
  }

  private static func required<T>(
    _ name: String, _ place: ParameterSpec.Position, _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<T> {
    let spec = ParameterSpec(name, place, .required, help, type.completion)
    return Parameter<T>(spec: spec) { words throws(UsageError.Fact) in
      try type.value(words[0], for: spec)
    }
  }

  private static func optional<T>(
    _ name: String, _ place: ParameterSpec.Position, _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<T?> {
    let spec = ParameterSpec(name, place, .optional, help, type.completion)
    return Parameter<T?>(spec: spec) { words throws(UsageError.Fact) in
      if let word = words.first { try type.value(word, for: spec) } else { nil }
    }
  }

  private static func repeated<T>(
    _ name: String, _ place: ParameterSpec.Position, _ presence: ParameterSpec.Presence,
    _ type: ArgumentType<T>, _ help: String
  ) -> Parameter<[T]> {
    let spec = ParameterSpec(name, place, presence, help, type.completion)
    return Parameter<[T]>(spec: spec) { words throws(UsageError.Fact) in
      try words.map { word throws(UsageError.Fact) in try type.value(word, for: spec) }
    }
  }
}

/// A parameter's form on the command line and in the help, without its value.
package struct ParameterSpec: Sendable, Equatable {
  /// Where a parameter's words are.
  package enum Position: Sendable, Equatable {
    /// A word with a fixed position.
    case positional
    /// A word after `--`.
    case afterDashes
    /// `--name VALUE`, with an optional one-letter name.
    case option(_ short: String?, value: String)
    /// `--name`, with an optional one-letter name.
    case flag(_ short: String?)
  }

  /// How often a parameter may occur.
  package enum Presence: Sendable, Equatable {
    case required, optional
    /// Any number of times; for a positional argument, at least once.
    case repeated
    /// Any number of times, also for a positional argument.
    case any
  }

  /// `LOG`, or `--output`.
  package let name: String
  package let place: Position
  package let presence: Presence
  /// One sentence for the help.
  package let help: String
  /// What Tab offers for the parameter.
  let completion: CompletionKind

  init(
    _ name: String, _ place: Position, _ presence: Presence, _ help: String,
    _ completion: CompletionKind = .none
  ) {
    (self.name, self.place, self.presence) = (name, place, presence)
    (self.help, self.completion) = (help, completion)
  }

  /// Whether a word with a dash names the parameter.
  var isNamed: Bool { !names.isEmpty }

  /// Whether a call must have a word for the parameter.
  var isRequired: Bool { presence == .required || presence == .repeated && !isNamed }

  /// The parameter's names: `-o` and `--output`.
  var names: [String] {
    switch place {
    case .positional, .afterDashes: []
    case .option(let short, _), .flag(let short): [short, name].compactMap(\.self)
    }
  }

  /// Name and value as typed: `--output LOG`.
  var label: String {
    guard case .option(_, let value) = place else { return name }
    return "\(name) \(value)"
  }

  /// The parameter in the usage line: `[--type T]...`.
  var usage: String {
    let words =
      switch place {
      case .positional, .flag: name
      case .afterDashes: "-- \(name)"
      case .option(let short, let value): "\(short ?? name) \(value)"
      }
    return switch (presence, isNamed) {
    case (.required, _): words
    case (.optional, _): "[\(words)]"
    case (.repeated, false): "\(words)..."
    case (.repeated, true), (.any, _): "[\(words)]..."
    }
  }
}
