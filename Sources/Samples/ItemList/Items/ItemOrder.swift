import Foundation

/// How items are listed.
package enum ItemOrder: String, Codable, Sendable, CaseIterable {
  /// By hostname, and by username within it.
  case alphabetically
  /// The one that was used last first.
  case recent

  /// `items` in this order: always the same for the same items, however they were ordered before.
  package func sorted(_ items: [LoginItem]) -> [LoginItem] {
    items.map(SearchableItem.init).sorted(by: comesFirst).map(\.item)
  }

  /// Whether `a` comes before `b` in this order.
  func comesFirst(_ a: SearchableItem, _ b: SearchableItem) -> Bool {
    if self == .recent, a.item.lastUsed != b.item.lastUsed {
      return a.item.lastUsed > b.item.lastUsed
    }
    if a.hostname != b.hostname { return a.hostname < b.hostname }
    if a.username != b.username { return a.username < b.username }
    // No two items share it, so the order is total.
    return a.item.id.uuidString < b.item.id.uuidString
  }
}
