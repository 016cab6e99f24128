import Foundation
import PlayheadFlux

extension Shop {
  /// How the shop reacts to purchases.
  static let reducer = Reducer<Shop>
    .on(PageLoaded.self) { shop, action, context in
      if shop.stock == action.page.stock { return context.leaveUnchanged() }
      shop.stock = action.page.stock
    }
    .on(Buy.self) { shop, action, context in
      let order = Order(id: context.uuid(), item: action.item, quantity: action.quantity)
      shop.running.append(order)
    }
    .on(CancelPurchase.self) { shop, _, context in
      if shop.running.popLast() == nil { context.leaveUnchanged() }
    }
    .on(PurchaseConfirmed.self) { shop, action, _ in
      shop.running.removeAll { $0 == action.order }
      shop.bought.append(action.order)
      shop.setLeft(action.left, of: action.order.item)
    }
    .on(PurchaseFailed.self) { shop, action, _ in
      shop.running.removeAll { $0 == action.order }
      if case .soldOut(let left) = action.failure { shop.setLeft(left, of: action.order.item) }
    }
}
