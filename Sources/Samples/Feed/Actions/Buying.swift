import PlayheadFlux

/// The person buys some pieces of an item.
package struct Buy: Action {
  /// What logs call it.
  package static let actionName = "Buy"

  /// The item's name.
  package var item: String

  /// How many pieces.
  package var quantity: Int

  /// A purchase of `quantity` pieces.
  package init(item: String, quantity: Int) {
    self.item = item
    self.quantity = quantity
  }
}

/// The person thinks better of the latest purchase that is still running.
package struct CancelPurchase: Action {
  /// What logs call it.
  package static let actionName = "CancelPurchase"

  /// A cancellation.
  package init() {}
}

/// The server sold what an order asked for.
package struct PurchaseConfirmed: Action {
  /// What logs call it.
  package static let actionName = "PurchaseConfirmed"

  /// The order.
  package var order: Order

  /// How many pieces of the item are left.
  package var left: Int
}

/// The server did not sell what an order asked for.
package struct PurchaseFailed: Action {
  /// What logs call it.
  package static let actionName = "PurchaseFailed"

  /// The order.
  package var order: Order

  /// What went wrong.
  package var failure: ServerFailure
}
