import PlayheadFlux

/// The filter text changed: by typing, by the clear button or by the cancel button.
package struct ItemListFilterAction: Action {
  package static let actionName = "ItemListFilterAction"

  /// The whole text.
  package var filteringText: String

  package init(filteringText: String) { self.filteringText = filteringText }
}

/// Lists the items in another order.
package struct ItemListSortAction: Action {
  package static let actionName = "ItemListSortAction"

  /// The new order.
  package var order: ItemOrder

  package init(order: ItemOrder) { self.order = order }
}
