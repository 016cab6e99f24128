import PlayheadFlux

/// Buys some pieces of an item.
package struct Buy: Action {
  package static let actionName = "Buy"

  /// The item's name.
  package var item: String

  /// The number of pieces.
  package var quantity: Int

  package init(item: String, quantity: Int) {
    self.item = item
    self.quantity = quantity
  }
}

/// Cancels the latest purchase that is still running.
package struct CancelPurchase: Action {
  package static let actionName = "CancelPurchase"

  package init() {}
}

/// The server sold an order.
package struct PurchaseConfirmed: Action {
  package static let actionName = "PurchaseConfirmed"

  /// The order.
  package var order: Order

  /// The number of pieces left.
  package var left: Int
}

/// The server did not sell an order.
package struct PurchaseFailed: Action {
  package static let actionName = "PurchaseFailed"

  /// The order.
  package var order: Order

  /// The reason.
  package var failure: ServerFailure
}
