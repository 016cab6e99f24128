// begin
import Playhead

struct AddItem: Action {
  var sku: String
  var quantity: Int
}

struct Cart: Codable, Sendable {
  var items: [String: Int] = [:]
}

struct Shop: ReplayableApp {
  static let appName = "shop"
  let dispatcher: Dispatcher
  let cart: Store<Cart>

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    cart = Store("cart", Cart())
      .on(AddItem.self) { cart, action in cart.items[action.sku, default: 0] += action.quantity }
    try dispatcher.register(cart)
  }
}
// end
