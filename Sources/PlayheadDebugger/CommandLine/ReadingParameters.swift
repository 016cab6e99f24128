import PlayheadReplay

/// What commands that replay take for logs of other builds.
enum ReadingParameters {
  static let strict = Parameter.flag(
    "strict", "Refuse a log that does not fit the app in every respect.")
  static let salvage = Parameter.flag(
    "salvage", "Pass over actions that do not fit the app.")

  static let declarations: [any ParameterDeclaration] = [strict, salvage]
}

extension Given {
  /// What is to become of actions that do not fit.
  func reading() throws(UsageError.Fact) -> Reading {
    switch (self[ReadingParameters.strict], self[ReadingParameters.salvage]) {
    case (true, true): throw .conflict("--strict", "--salvage")
    case (true, false): .strict
    case (false, true): .salvage
    case (false, false): .usual
    }
  }
}
