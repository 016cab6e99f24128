import PlayheadCoding
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues

/// The type of a command-line word: which words are valid, and their values.
package struct ArgumentType<Value: Sendable>: Sendable {
  let read: @Sendable (String) throws(BadValue) -> Value
  var completion = CompletionKind.none

  package init(_ read: @escaping @Sendable (String) throws(BadValue) -> Value) {
    self.read = read
  }

  /// A type whose `read` returns `nil` for an invalid word. `expected` describes a valid word:
  /// `a whole number`.
  package init(_ expected: String, _ read: @escaping @Sendable (String) -> Value?) {
    self.init { word throws(BadValue) in
      guard let value = read(word) else { throw .expected(expected) }
      return value
    }
  }

  /// A type whose `read` throws a sentence about an invalid word.
  fileprivate init(
    completedAs kind: CompletionKind, _ read: @escaping @Sendable (String) throws -> Value
  ) {
    self.init { word throws(BadValue) in
      do { return try read(word) } catch { throw .sentence("\(error)") }
    }
    completion = kind
  }

  func completed(as kind: CompletionKind) -> Self {
    var type = self
    type.completion = kind
    return type
  }

  func value(_ word: String, for spec: ParameterSpec) throws(UsageError.Fact) -> Value {
    do {
      return try read(word)
    } catch {
      throw .badValue(word, for: spec.name, error)
    }
  }
}

/// Why a word is not a valid value.
package enum BadValue: Error {
  /// A phrase that describes a valid word.
  case expected(String)
  /// The word is not one of the `known` words of a `kind` (`app`).
  case unknown(kind: String, suggestion: String?, known: [String])
  case sentence(String)
}

/// What Tab offers for a word, in the REPL or in a shell.
package enum CompletionKind: Sendable, Equatable {
  case none
  /// The file of the command's log.
  case log
  case words([String])
  case command
  /// A type of action in the log.
  case actionType
  case step
  case range
  case path
  case rangeOrPath
  case breakpoint
  /// An action type of the app.
  case appActionType
  /// A path into the current action's payload.
  case payloadPath
  /// The value at the path in the word before.
  case payloadValue
  /// A payload of the action type in the word before.
  case payload
}

extension ArgumentType<String> {
  package static var text: Self { ArgumentType { word throws(BadValue) in word } }

  static func text(completedAs kind: CompletionKind) -> Self { text.completed(as: kind) }

  package static var path: Self {
    ArgumentType("the name of a file ('-' for the standard stream)") { $0.isEmpty ? nil : $0 }
  }

  /// The name of a file or folder; no standard stream can replace it.
  package static var namedPath: Self {
    ArgumentType("the name of a file or a folder") { $0.isEmpty ? nil : $0 }
  }

  /// One of `names`. `kind` describes them in errors (`app`).
  package static func name(of kind: String, among names: [String]) -> Self {
    ArgumentType { word throws(BadValue) in
      if names.contains(word) { return word }
      throw .unknown(kind: kind, suggestion: Suggestion.closest(to: word, in: names), known: names)
    }.completed(as: .words(names))
  }
}

extension ArgumentType<Int> {
  package static var count: Self {
    ArgumentType("a whole number from 1 up") { Int($0).flatMap { $0 >= 1 ? $0 : nil } }
  }
}

extension ArgumentType<Duration> {
  package static var seconds: Self {
    // A day is longer than you would wait.
    ArgumentType("a whole number from 1 to 86400") {
      Int($0).flatMap { 1...86_400 ~= $0 ? .seconds($0) : nil }
    }
  }
}

extension ArgumentType<StepExpression> {
  package static var step: Self {
    ArgumentType(completedAs: .step) { try StepExpression(parsing: $0) }
  }
}

extension ArgumentType<StepRangeExpression> {
  package static var stepRange: Self {
    ArgumentType(completedAs: .range) { try StepRangeExpression(parsing: $0) }
  }
}

extension ArgumentType<StatePath> {
  static var place: Self {
    ArgumentType(completedAs: .path) { try StatePath($0) }
  }
}

extension ArgumentType<Condition> {
  static var expression: Self {
    ArgumentType(completedAs: .none) { try Condition($0) }
  }
}

extension ArgumentType<Retention> {
  /// How much of a recording to keep: a size, a duration, or both.
  static var retention: Self {
    ArgumentType(
      "\(Amount.sentence), or a size and a duration with a comma between them, as in '10min,50MB'"
    ) { word in
      var (bytes, time): (Int?, Duration?)
      for part in word.split(separator: ",", omittingEmptySubsequences: false) {
        switch Amount(part) {
        case .bytes(let amount) where bytes == nil: bytes = amount
        case .time(let amount) where time == nil: time = amount
        default: return nil
        }
      }
      guard let time else { return bytes.map { .last(bytes: $0) } }
      return bytes.map { .last(time, bytes: $0) } ?? .last(time)
    }
  }
}

extension ArgumentType<Int> {
  static var size: Self {
    ArgumentType("a whole number from 1 up with one of the units \(Amount.sizeUnits)") { word in
      // `128M` as well: a size has no other unit that begins so.
      if case .bytes(let bytes)? = Amount(word[...]) ?? Amount("\(word)B") { bytes } else { nil }
    }
  }
}

/// A size or a duration, as it is usually written: `50MB`, `512KiB`, `10min`, `2h`.
enum Amount {
  case bytes(Int)
  case time(Duration)

  /// A phrase that describes how to write an amount.
  static let sentence = "a whole number from 1 up with one of the units \(units)"
  static let sizeUnits = sizes.map(\.unit).joined(separator: ", ")
  /// The units, in the order of their size.
  static let units = (sizes + times).map(\.unit).joined(separator: ", ")

  private static let sizes = [
    ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KiB", 1 << 10), ("MiB", 1 << 20),
    ("GiB", 1 << 30),
  ].map { (unit: $0, factor: $1) }
  private static let times = [("s", 1), ("min", 60), ("h", 3_600), ("d", 86_400)]
    .map { (unit: $0, factor: $1) }

  /// Ignores the case of a size's unit. A number that does not fit an `Int` becomes `Int.max`.
  init?(_ word: Substring) {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard digits.contains(where: { $0 != "0" }) else { return nil }
    let number = Int(digits) ?? .max
    let unit = word.dropFirst(digits.count).lowercased()
    if let size = Self.sizes.first(where: { $0.unit.lowercased() == unit }) {
      self = .bytes(Self.product(number, size.factor))
    } else if let time = Self.times.first(where: { $0.unit == unit }) {
      self = .time(.seconds(Self.product(number, time.factor)))
    } else {
      return nil
    }
  }

  private static func product(_ number: Int, _ factor: Int) -> Int {
    let (product, overflows) = number.multipliedReportingOverflow(by: factor)
    return overflows ? .max : product
  }
}
