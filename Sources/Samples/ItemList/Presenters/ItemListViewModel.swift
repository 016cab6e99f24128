package import Foundation

/// What the list shows: a pure function of the items and of how they are listed.
package struct ItemListViewModel: Sendable, Equatable {
  /// One line of the list.
  package struct Cell: Sendable, Equatable, Identifiable {
    /// The item's identity.
    package let id: UUID
    /// Where one logs in.
    package let title: String
    /// As whom.
    package let subtitle: String

    init(_ item: LoginItem) {
      id = item.id
      title = item.hostname
      subtitle = item.username
    }
  }

  /// What the filter field says.
  package let filteringText: String
  /// The order of the list.
  package let order: ItemOrder
  /// The items whose hostname or username has the text in it, in order.
  package let cells: [Cell]
  /// The place of the one that was used last, new ones included; `nil` if there is none.
  package let latest: Int?
  /// How many items there are without the filter.
  package let total: Int
  /// Why the storage was not read or written.
  package let problem: String?

  /// What `logins` come to, listed as `display` says.
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
