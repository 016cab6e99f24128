import Foundation
import PlayheadFlux

extension Shop {
  /// How purchases change the shop.
  static let reducer = Reducer<Shop>()
    .on(PageLoaded.self) { shop, action, context in
      context.set(&shop.stock, to: action.page.stock)
    }
    .on(Buy.self) { shop, action, context in
      let order = Order(id: context.uuid(), item: action.item, quantity: action.quantity)
      shop.running.append(order)
    }
    .on(CancelPurchase.self) { shop, _, context in
      if shop.running.popLast() == nil { context.leaveUnchanged() }
    }
    .on(PurchaseConfirmed.self) { shop, action, context in
      guard shop.end(action.order) else { return context.leaveUnchanged() }
      shop.bought.append(action.order)
      shop.setLeft(action.left, of: action.order.item)
    }
    .on(PurchaseFailed.self) { shop, action, context in
      guard shop.end(action.order) else { return context.leaveUnchanged() }
      if case .soldOut(let left) = action.failure { shop.setLeft(left, of: action.order.item) }
    }

  /// Removes an order from the running ones. Returns whether it was one.
  private mutating func end(_ order: Order) -> Bool {
    guard let index = running.firstIndex(of: order) else { return false }
    running.remove(at: index)
    return true
  }

  private mutating func setLeft(_ left: Int, of name: String) {
    guard let index = stock.firstIndex(where: { $0.name == name }) else { return }
    stock[index].left = left
  }
}
