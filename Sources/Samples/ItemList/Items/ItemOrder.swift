import Foundation

/// The order of listed items.
package enum ItemOrder: String, Codable, Sendable, CaseIterable {
  /// By hostname, then by username.
  case alphabetically
  /// The last used item first.
  case recent

  /// `items` in this order. Depends only on the items, not on their former order.
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
    // IDs are unique, so the order is total.
    return a.item.id.uuidString < b.item.id.uuidString
  }
}
