/// The values that a call of a command gave to its parameters.
package struct Given: Sendable {
  struct Entry<Value: Sendable>: GivenValue {
    let value: Value
  }

  private let entries: [String: any GivenValue]
  /// The form in which answers are wanted.
  package let form: OutputForm

  init(_ entries: [String: any GivenValue], _ form: OutputForm) {
    (self.entries, self.form) = (entries, form)
  }

  /// The value of a parameter of the command.
  ///
  /// - Precondition: the command lists `parameter` in its ``Command/parameters``.
  package subscript<Value>(_ parameter: Parameter<Value>) -> Value {
    guard let entry = entries[parameter.shape.name] as? Entry<Value> else {
      preconditionFailure("\(parameter.shape.name) is not in the list of the command's parameters")
    }
    return entry.value
  }
}

/// A value whose type only its parameter knows.
package protocol GivenValue: Sendable {}
