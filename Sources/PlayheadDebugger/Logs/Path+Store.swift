import PlayheadReplay
import PlayheadValues

extension StatePath {
  /// What the place is called in a line.
  var placeName: String { components.isEmpty ? "the state" : description }

  /// Throws if it begins with none of these stores, whatever the step.
  func requireStore(among stores: [String]) throws(CommandFailure) {
    guard let first = components.first else { return }
    let name: String? =
      switch first {
      case .field(let name), .key(.string(let name)): name
      case .key, .index: nil
      }
    if let name, stores.contains(name) { return }
    throw .noStore(
      self, suggestion: name.flatMap { Suggestion.closest(to: $0, in: stores) }, stores)
  }
}
