/// How a parameter looks on the command line and in the help: everything about it but its value.
package struct ParameterShape: Sendable, Equatable {
  /// Where its words stand.
  package enum Place: Sendable, Equatable {
    /// A word that is known by its position.
    case positional
    /// A word behind `--`.
    case behindDashes
    /// `--name VALUE`, also under a one-letter name.
    case option(short: String?, value: String)
    /// `--name`.
    case flag(short: String?)
  }

  /// How often it is given.
  package enum Presence: Sendable, Equatable {
    /// Exactly once.
    case required
    /// Once or not at all.
    case optional
    /// Any number of times; a positional argument at least once.
    case repeated
  }

  /// `LOG`, or `--output`.
  package let name: String
  /// Where its words stand.
  package let place: Place
  /// How often it is given.
  package let presence: Presence
  /// One sentence for the help.
  package let help: String

  /// Whether it is named by a word that starts with a dash.
  var isNamed: Bool {
    switch place {
    case .positional, .behindDashes: false
    case .option, .flag: true
    }
  }

  /// The words that name it: `-o` and `--output`.
  var names: [String] {
    switch place {
    case .positional, .behindDashes: []
    case .option(let short, _), .flag(let short): [short, name].compactMap { $0 }
    }
  }

  /// Name and value, as a person would type them: `--output LOG`.
  var label: String {
    guard case .option(_, let value) = place else { return name }
    return "\(name) \(value)"
  }

  /// Its part of the usage line: `[--type T]...`.
  var usage: String {
    let words =
      switch place {
      case .positional, .flag: name
      case .behindDashes: "-- \(name)"
      case .option(let short, let value): "\(short ?? name) \(value)"
      }
    return switch (presence, isNamed) {
    case (.required, _): words
    case (.optional, _): "[\(words)]"
    case (.repeated, false): "\(words)..."
    case (.repeated, true): "[\(words)]..."
    }
  }
}
