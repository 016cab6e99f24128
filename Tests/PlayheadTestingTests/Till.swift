import PlayheadFlux

struct Sell: Action {
  static let actionName = "Sell"
  var article: String
  var price: Int
}

struct Refund: Action {
  static let actionName = "Refund"
  var price: Int
}

/// Asks the till for a number.
struct Stamp: Action {
  static let actionName = "Stamp"
}

struct Drawer: Codable, Sendable {
  var total = 0
  var sold: [String: Int] = [:]
  var stamps: [UInt64] = []
  var rate = 1.0

  mutating func sell(_ sale: Sell) {
    total += sale.price
    sold[sale.article, default: 0] += 1
  }
}

/// A shop's till, which gives back twice what it should.
struct Till: ReplayableApp {
  static let appName = "till"
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(Self.drawer { $0.total -= 2 * $1.price }, Self.log())
  }

  static func drawer(
    _ refund: @escaping @Sendable (inout Drawer, Refund) -> Void
  ) -> Store<Drawer> {
    Store("drawer", Drawer())
      .on(Sell.self) { $0.sell($1) }
      .on(Refund.self, refund)
      .on(Stamp.self) { $0.stamps.append($2.random(in: 0...9)) }
  }

  static func log() -> Store<[String]> {
    Store("log", []).on(Sell.self) { $0.append("sold \($1.article)") }
  }
}

/// The same till, which gives back what it should.
struct MendedTill: ReplayableApp {
  static let appName = "till"
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(Till.drawer { $0.total -= $1.price }, Till.log())
  }
}

/// The same till after it has forgotten how to give anything back.
struct StingyTill: ReplayableApp {
  static let appName = "till"
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(Store("drawer", Drawer()).on(Sell.self) { $0.sell($1) }, Till.log())
  }
}

/// The same till, which also asks for numbers when it sells.
struct CuriousTill: ReplayableApp {
  static let appName = "till"
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    let drawer = Store("drawer", Drawer())
      .on(Sell.self) {
        $0.sell($1); $0.stamps.append($2.random(in: 0...9))
      }
      .on(Refund.self) { $0.total -= 2 * $1.price }
    try dispatcher.register(drawer, Till.log())
  }
}
