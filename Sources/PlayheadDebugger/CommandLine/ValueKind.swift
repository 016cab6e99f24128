import PlayheadCoding
package import PlayheadReplay
package import PlayheadValues

/// What a word of the command line may be, and the value it then stands for.
package struct ValueKind<Value: Sendable>: Sendable {
  let read: @Sendable (String) throws(BadValue) -> Value

  /// A kind of value that `read` makes of a word.
  package init(_ read: @escaping @Sendable (String) throws(BadValue) -> Value) {
    self.read = read
  }

  /// A kind of value for which `read` gives `nil` where the word is not `expected`, a phrase such
  /// as `a whole number`.
  package init(_ expected: String, _ read: @escaping @Sendable (String) -> Value?) {
    self.read = { word throws(BadValue) in
      guard let value = read(word) else { throw .expected(expected) }
      return value
    }
  }

  func value(_ word: String, for shape: ParameterShape) throws(UsageError.Fact) -> Value {
    do {
      return try read(word)
    } catch {
      throw .badValue(word, for: shape.name, error)
    }
  }
}

/// Why a word is not the value that it should be.
package enum BadValue: Error, Equatable {
  /// It should have been this, said as a phrase.
  case expected(String)
  /// It should have been one of the `known` words of a `kind` (`app`).
  case unknown(kind: String, suggestion: String?, known: [String])
  /// It should have been a step or a range of steps.
  case step(StepExpressionError)
  /// It should have been a place in the state.
  case place(PathError)
  /// It should have been a condition.
  case expression(ConditionError)
}

extension ValueKind<String> {
  /// Any text.
  package static var text: Self { ValueKind { word throws(BadValue) in word } }

  /// The name of a file; `-` is the standard stream.
  package static var path: Self {
    ValueKind("the name of a file ('-' for the standard stream)") { $0.isEmpty ? nil : $0 }
  }

  /// The name of a file or folder that Foundation reads or makes, which takes it as Unicode.
  package static var unicodePath: Self {
    ValueKind("the name of a file in UTF-8") { word in
      word.isEmpty || word.unicodeScalars.contains { FileName.byte(of: $0) != nil } ? nil : word
    }
  }

  /// One of `names`, which are of one `kind` (`app`).
  package static func name(of kind: String, among names: [String]) -> Self {
    ValueKind { word throws(BadValue) in
      if names.contains(word) { return word }
      throw .unknown(kind: kind, suggestion: Suggestion.closest(to: word, in: names), known: names)
    }
  }
}

extension ValueKind<Int> {
  /// A whole number from 1 up.
  package static var count: Self {
    ValueKind("a whole number from 1 up") { Int($0).flatMap { $0 >= 1 ? $0 : nil } }
  }
}

extension ValueKind<Int> {
  /// How many seconds something is waited for.
  package static var patience: Self {
    // Nobody waits for more than a day.
    ValueKind("a whole number from 1 to 86400") {
      Int($0).flatMap { 1...86_400 ~= $0 ? $0 : nil }
    }
  }
}

extension ValueKind<StepExpression> {
  /// A step.
  package static var step: Self {
    ValueKind { word throws(BadValue) in
      do throws(StepExpressionError) {
        return try StepExpression(parsing: word)
      } catch {
        throw .step(error)
      }
    }
  }
}

extension ValueKind<StepRangeExpression> {
  /// A range of steps.
  package static var stepRange: Self {
    ValueKind { word throws(BadValue) in
      do throws(StepExpressionError) {
        return try StepRangeExpression(parsing: word)
      } catch {
        throw .step(error)
      }
    }
  }
}

extension ValueKind<StatePath> {
  /// A place in the state.
  package static var place: Self {
    ValueKind { word throws(BadValue) in
      do throws(PathError) {
        return try StatePath(word)
      } catch {
        throw .place(error)
      }
    }
  }
}

extension ValueKind<Condition> {
  /// An expression over a step.
  package static var expression: Self {
    ValueKind { word throws(BadValue) in
      do throws(ConditionError) {
        return try Condition(word)
      } catch {
        throw .expression(error)
      }
    }
  }
}
