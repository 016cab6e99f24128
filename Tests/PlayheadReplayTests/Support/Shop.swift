import Foundation
import PlayheadFlux

struct Put: Action {
  var sku = "A-7"
  var count = 1
}

struct Take: Action { var sku = "A-7" }
struct Draw3: Action {}
struct Tick: Action {}

/// An action that cannot be encoded.
struct Stubborn: Action {
  struct Refusal: Error {}
  init() {}
  init(from decoder: any Decoder) throws { throw Refusal() }
  func encode(to encoder: any Encoder) throws { throw Refusal() }
}

/// A reference inside a state, which value semantics forbids and Swift does not notice.
final class Box: Codable, @unchecked Sendable {
  var number = 0
}

struct Cart: Codable, Sendable, Equatable {
  var items: [String: Int] = [:]
  var tags: Set<String> = []
  var last: String?
  var history: [[String: Int]] = []
}

struct Dice: Codable, Sendable, Equatable {
  var dates: [Date] = []
  var ids: [UUID] = []
  var numbers: [UInt64] = []
}

/// A well-behaved app: sets, dictionaries, optionals, draws, a store that depends on another.
enum Shop {
  static func cart() -> Store<Cart> {
    Store("cart", Cart())
      .on(Put.self) { cart, put in
        cart.items[put.sku, default: 0] += put.count
        cart.tags.insert("tag \(cart.items.count)")
        cart.last = put.sku
      }
      .on(Take.self) { cart, take in
        cart.items[take.sku] = nil
        cart.last = nil
        cart.history = cart.history.suffix(4) + [cart.items]
      }
      .on(Stubborn.self) { cart, _ in cart.items["stubborn", default: 0] += 1 }
  }

  static func stores() -> [any AnyStore] {
    let cart = cart()
    let total = Store("total", 0, after: [cart])
      .on(Put.self) { total, _, _ in total = cart.state.items.values.reduce(0, +) }
      .on(Take.self) { total, _, _ in total = cart.state.items.values.reduce(0, +) }
    let dice = Store("dice", Dice()).on(Draw3.self) { dice, _, context in
      dice.dates.append(context.now)
      dice.ids.append(context.uuid())
      dice.numbers.append(context.random(in: 0...UInt64.max))
    }
    return [cart, total, dice]
  }

  static func make() throws -> Dispatcher { try making { stores() }() }

  /// A session of `count` actions by chance.
  static func shop(_ dispatcher: Dispatcher, _ count: Int, seed: UInt64) {
    var generator = Seeded(seed: seed)
    for _ in 0..<count {
      let sku = "sku \(Int.random(in: 0..<30, using: &generator))"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: dispatcher.dispatch(Take(sku: sku))
      case 1: dispatcher.dispatch(Draw3())
      case 2: dispatcher.dispatch(Tick())
      default: dispatcher.dispatch(Put(sku: sku, count: Int.random(in: 1...9, using: &generator)))
      }
    }
  }
}
