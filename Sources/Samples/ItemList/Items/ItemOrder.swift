import Foundation

/// How items are listed.
package enum ItemOrder: String, Codable, Sendable, CaseIterable {
  /// By hostname, and by username within it.
  case alphabetically
  /// The one that was used last first.
  case recent

  /// `items` in this order: always the same for the same items, however they were ordered before.
  package func sorted(_ items: [LoginItem]) -> [LoginItem] {
    items.map(SortKey.init).sorted(by: comesFirst).map(\.item)
  }

  private func comesFirst(_ a: SortKey, _ b: SortKey) -> Bool {
    if self == .recent, a.item.lastUsed != b.item.lastUsed {
      return a.item.lastUsed > b.item.lastUsed
    }
    if a.hostname != b.hostname { return a.hostname < b.hostname }
    if a.username != b.username { return a.username < b.username }
    // No two items share it, so the order is total.
    return a.item.id.uuidString < b.item.id.uuidString
  }
}

/// An item with what it is ordered by, which is made once and not at each comparison.
private struct SortKey {
  let item: LoginItem
  let hostname: SearchKey
  let username: SearchKey

  init(_ item: LoginItem) {
    self.item = item
    hostname = SearchKey(item.hostname)
    username = SearchKey(item.username)
  }
}
