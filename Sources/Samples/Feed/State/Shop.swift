package import Foundation

/// The shop beside the feed.
package struct Shop: Codable, Sendable, Hashable {
  /// The stock, as the server sent it last.
  package var stock: [Item] = []

  /// The purchases without an answer yet, the oldest first.
  package var running: [Order] = []

  /// The confirmed purchases, the oldest first.
  package var bought: [Order] = []

  /// The pieces that can still be bought, without those of running purchases; `nil` if there is no such item.
  package func available(_ name: String) -> Int? {
    guard let item = stock.first(where: { $0.name == name }) else { return nil }
    let asked = running.filter { $0.item == name }.map(\.quantity).reduce(0, +)
    return max(item.left - asked, 0)
  }
}

/// An item of the shop.
package struct Item: Codable, Sendable, Hashable {
  /// The item's name.
  package let name: String

  /// The number of pieces on the server.
  package var left: Int

  package init(_ name: String, left: Int) {
    self.name = name
    self.left = left
  }
}

/// A purchase.
package struct Order: Codable, Sendable, Hashable {
  /// The server's ID of the order.
  package let id: UUID

  /// The item's name.
  package let item: String

  /// The number of pieces.
  package let quantity: Int
}
