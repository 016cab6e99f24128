import Foundation

/// What is being edited: the film, or the still picture in front of it.
///
/// Plug-ins of one type work in both. Every action that is meant for one of them says which.
package enum Scene: String, Codable, Hashable, Sendable, CaseIterable {
  /// The film.
  case film
  /// The film's cover.
  case cover

  /// The name of a store of this scene: stores of one plug-in type have different ones.
  func storeName(_ name: String) -> String { self == .film ? name : "cover" + name.capitalized }
}
