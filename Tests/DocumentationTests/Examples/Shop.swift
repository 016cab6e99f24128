// begin
import PlayheadFlux

struct AddItem: Action {
  var sku: String
  var quantity: Int
}

struct Cart: Codable, Sendable {
  var items: [String: Int] = [:]
}

struct Shop: App {
  static let appName = "shop"
  let dispatcher: Dispatcher
  let cart: Store<Cart>

  init(environment: Environment) throws {
    dispatcher = Dispatcher(environment: environment)
    cart = Store("cart", Cart())
      .on(AddItem.self) { cart, action in cart.items[action.sku, default: 0] += action.quantity }
    try dispatcher.register(cart)
  }
}
// end
