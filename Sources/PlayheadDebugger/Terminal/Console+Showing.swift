/// The form in which answers are wanted.
package enum OutputForm: Sendable {
  /// For a person.
  case text
  /// For a program: a line of JSON for each answer, or each part of one.
  case json
}

/// An answer in both forms.
protocol Shown {
  /// For a program, on one line.
  var json: JSON { get throws }
  /// For a person.
  func print(on console: Console) throws
}

extension Console {
  /// Shows an answer in the form that is wanted.
  func show(_ answer: some Shown) throws {
    try show(answer.json) { try answer.print(on: self) }
  }

  /// Shows an answer as JSON, or does what prints it for a person.
  func show(_ json: @autoclosure () throws -> JSON, text: () throws -> Void) throws {
    switch form {
    case .json: try print(json())
    case .text: try text()
    }
  }

  /// Does what is for a person alone.
  @discardableResult func inText<T>(_ body: () throws -> T) rethrows -> T? {
    form == .text ? try body() : nil
  }
}
