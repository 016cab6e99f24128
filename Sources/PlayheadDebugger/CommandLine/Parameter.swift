/// Something that a command takes, and the key under which its value is found in ``Given``.
package struct Parameter<Value: Sendable>: ParameterDeclaration {
  package let shape: ParameterShape
  private let read: @Sendable ([String]) throws(UsageError.Fact) -> Value

  fileprivate init(
    _ shape: ParameterShape,
    read: @escaping @Sendable ([String]) throws(UsageError.Fact) -> Value
  ) {
    self.shape = shape
    self.read = read
  }

  package func value(from words: [String]) throws(UsageError.Fact) -> any GivenValue {
    Given.Entry(value: try read(words))
  }
}

/// A parameter whose value type does not matter: what the parser and the help see.
package protocol ParameterDeclaration: Sendable {
  /// How it looks on the command line.
  var shape: ParameterShape { get }
  /// The value that `words` give, in the order in which they stand.
  func value(from words: [String]) throws(UsageError.Fact) -> any GivenValue
}

extension Parameter where Value == Never {
  // The functions below make parameters of other types than the one they are called on, so that
  // a declaration reads `Parameter.argument("LOG", .path, …)` and its type follows.

  /// A word that must be there.
  package static func argument<T>(
    _ name: String, _ kind: ValueKind<T>, _ help: String
  ) -> Parameter<T> {
    required(ParameterShape(name: name, place: .positional, presence: .required, help: help), kind)
  }

  /// A word that may be there.
  package static func optionalArgument<T>(
    _ name: String, _ kind: ValueKind<T>, _ help: String
  ) -> Parameter<T?> {
    optional(ParameterShape(name: name, place: .positional, presence: .optional, help: help), kind)
  }

  /// A word that may be there, behind `--`.
  package static func argumentBehindDashes<T>(
    _ name: String, _ kind: ValueKind<T>, _ help: String
  ) -> Parameter<T?> {
    optional(
      ParameterShape(name: name, place: .behindDashes, presence: .optional, help: help), kind)
  }

  /// One or more words, the last of the positional ones.
  package static func arguments<T>(
    _ name: String, _ kind: ValueKind<T>, _ help: String
  ) -> Parameter<[T]> {
    repeated(ParameterShape(name: name, place: .positional, presence: .repeated, help: help), kind)
  }

  /// `--name VALUE`, which may be left out.
  package static func option<T>(
    _ name: String, _ short: String? = nil, value: String, _ kind: ValueKind<T>, _ help: String
  ) -> Parameter<T?> {
    optional(.option(name, short, value, .optional, help), kind)
  }

  /// `--name VALUE`, which may be left out for a usual value.
  package static func option<T>(
    _ name: String, _ short: String? = nil, value: String, _ kind: ValueKind<T>, default usual: T,
    _ help: String
  ) -> Parameter<T> {
    let option = optional(.option(name, short, value, .optional, help), kind)
    return Parameter<T>(option.shape) { words throws(UsageError.Fact) in
      try option.read(words) ?? usual
    }
  }

  /// `--name VALUE`, which must be there.
  package static func requiredOption<T>(
    _ name: String, _ short: String? = nil, value: String, _ kind: ValueKind<T>, _ help: String
  ) -> Parameter<T> {
    required(.option(name, short, value, .required, help), kind)
  }

  /// `--name VALUE`, any number of times.
  package static func options<T>(
    _ name: String, _ short: String? = nil, value: String, _ kind: ValueKind<T>, _ help: String
  ) -> Parameter<[T]> {
    repeated(.option(name, short, value, .repeated, help), kind)
  }

  /// `--name`, true where it is given.
  package static func flag(_ name: String, _ help: String) -> Parameter<Bool> {
    flag(name, nil, help)
  }

  /// `--name`, also under a one-letter name, true where it is given.
  package static func flag(
    _ name: String, _ short: String?, _ help: String
  ) -> Parameter<Bool> {
    let shape = ParameterShape(
      name: "--\(name)", place: .flag(short: short), presence: .optional, help: help)
    return Parameter<Bool>(shape) { words in !words.isEmpty }
  }

  private static func required<T>(
    _ shape: ParameterShape, _ kind: ValueKind<T>
  ) -> Parameter<T> {
    Parameter<T>(shape) { words throws(UsageError.Fact) in
      guard let word = words.first else { throw .missing(shape.label) }
      return try kind.value(word, for: shape)
    }
  }

  private static func optional<T>(
    _ shape: ParameterShape, _ kind: ValueKind<T>
  ) -> Parameter<T?> {
    Parameter<T?>(shape) { words throws(UsageError.Fact) in
      guard let word = words.first else { return nil }
      return try kind.value(word, for: shape)
    }
  }

  private static func repeated<T>(
    _ shape: ParameterShape, _ kind: ValueKind<T>
  ) -> Parameter<[T]> {
    Parameter<[T]>(shape) { words throws(UsageError.Fact) in
      guard shape.isNamed || !words.isEmpty else { throw .missing(shape.label) }
      return try words.map { word throws(UsageError.Fact) in try kind.value(word, for: shape) }
    }
  }
}

extension ParameterShape {
  fileprivate static func option(
    _ name: String, _ short: String?, _ value: String, _ presence: Presence, _ help: String
  ) -> ParameterShape {
    ParameterShape(
      name: "--\(name)", place: .option(short: short, value: value), presence: presence, help: help)
  }
}
