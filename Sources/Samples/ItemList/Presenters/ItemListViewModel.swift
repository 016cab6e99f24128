package import Foundation

/// The content of the list, as a pure function of the items and their display.
package struct ItemListViewModel: Sendable, Equatable {
  /// One line of the list.
  package struct Cell: Sendable, Equatable, Identifiable {
    package let id: UUID
    /// The host that the login is for.
    package let title: String
    /// The name of the user.
    package let subtitle: String

    init(_ item: LoginItem) {
      id = item.id
      title = item.hostname
      subtitle = item.username
    }
  }

  /// The filter text.
  package let filteringText: String
  /// The order of the list.
  package let order: ItemOrder
  /// The items with the filter text in their hostname or username, in order.
  package let cells: [Cell]
  /// The index of the item that was last used or added; `nil` if it is not listed.
  package let latest: Int?
  /// The number of items without the filter.
  package let total: Int
  /// Why the storage could not be read or written.
  package let problem: String?

  /// The list of `logins`, shown as in `display`.
  package init(_ logins: Logins, _ display: ItemListDisplay) {
    filteringText = display.filteringText
    order = display.order
    let wanted = SearchKey(display.filteringText)
    let items = logins.items.map(SearchableItem.init).filter { $0.matches(wanted) }
      .sorted(by: display.order.comesFirst).map(\.item)
    cells = items.map(Cell.init)
    latest = items.indices.max { items[$0].lastUsed < items[$1].lastUsed }
    total = logins.items.count
    problem = logins.problem
  }
}
