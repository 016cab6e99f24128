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

struct Drawer: Codable, Sendable {
  var total = 0
  var sold: [String: Int] = [:]
  var stamps: [UInt64] = []
  var rate = 1.0
}

/// A shop's till, which gives back twice what it should.
struct Till: ReplayableApp {
  static let appName = "till"

  /// What other builds of it do.
  enum Build {
    case usual
    /// Gives back what it should.
    case mended
    /// Does not know how to give anything back.
    case stingy
    /// Also asks for a number when it sells.
    case curious
  }

  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws { try self.init(inputs: inputs, as: .usual) }

  init(inputs: SystemInputs, as build: Build) throws {
    dispatcher = Dispatcher(inputs: inputs)
    let drawer = Store("drawer", Drawer()).on(Sell.self) { drawer, sale, context in
      drawer.total += sale.price
      drawer.sold[sale.article, default: 0] += 1
      if build == .curious { drawer.stamps.append(context.random(in: 0...9)) }
    }
    if build != .stingy {
      let factor = build == .mended ? 1 : 2
      drawer.on(Refund.self) { $0.total -= factor * $1.price }
    }
    let log = Store("log", [String]()).on(Sell.self) { $0.append("sold \($1.article)") }
    try dispatcher.register(drawer, log)
  }
}
