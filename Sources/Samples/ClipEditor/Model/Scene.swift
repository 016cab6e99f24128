import Foundation

/// The edited scene: the film, or its cover.
///
/// Plug-ins of one type work in both scenes. Every action for one scene names it.
package enum Scene: String, Codable, Hashable, Sendable, CaseIterable {
  /// The film.
  case film
  /// The film's cover.
  case cover

  /// The name of a store in this scene. Stores of one plug-in type have different names in each scene.
  func storeName(_ name: String) -> String { self == .film ? name : "cover" + name.capitalized }
}
