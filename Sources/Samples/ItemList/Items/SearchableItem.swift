/// An item with its keys for searching and sorting, made once for both.
struct SearchableItem {
  let item: LoginItem
  let hostname: SearchKey
  let username: SearchKey

  init(_ item: LoginItem) {
    self.item = item
    hostname = SearchKey(item.hostname)
    username = SearchKey(item.username)
  }

  /// Whether the hostname or the username contains `text`.
  func matches(_ text: SearchKey) -> Bool { hostname.contains(text) || username.contains(text) }
}
