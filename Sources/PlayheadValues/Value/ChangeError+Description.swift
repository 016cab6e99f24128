extension ChangeError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .noSuchPlace(let path): "there is no \(path.orWhole) to change"
    case .unexpectedValue(let path): "\(path.orWhole) does not hold what it held before the change"
    case .alreadyThere(let path): "\(path.orWhole) is there already and cannot be added"
    case .meaningless(let path): "the change of \(path.orWhole) neither adds, removes nor replaces"
    }
  }
}

extension StatePath {
  /// The path in quotes, or words for the whole value.
  fileprivate var orWhole: String { components.isEmpty ? "the whole value" : "'\(description)'" }
}
