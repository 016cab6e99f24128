package import Foundation

/// The shop beside the feed.
package struct Shop: Codable, Sendable, Hashable {
  /// What there is, as the server said last.
  package var stock: [Item] = []

  /// The purchases that the server has not answered yet, the oldest first.
  package var running: [Order] = []

  /// The purchases that the server confirmed, the oldest first.
  package var bought: [Order] = []

  /// How many pieces can still be bought, those of running purchases taken off; `nil` if the shop
  /// has no such item.
  package func available(_ name: String) -> Int? {
    guard let item = stock.first(where: { $0.name == name }) else { return nil }
    let asked = running.filter { $0.item == name }.map(\.quantity).reduce(0, +)
    return max(item.left - asked, 0)
  }
}

/// Something that the shop sells.
package struct Item: Codable, Sendable, Hashable {
  /// What people call it.
  package let name: String

  /// How many pieces the server has.
  package var left: Int

  /// So many pieces of an item.
  package init(_ name: String, left: Int) {
    self.name = name
    self.left = left
  }
}

/// A purchase.
package struct Order: Codable, Sendable, Hashable {
  /// What the server knows it by.
  package let id: UUID

  /// What is bought.
  package let item: String

  /// How many pieces.
  package let quantity: Int
}
