public import PlayheadFlux
public import PlayheadTerminal

/// A shop's till.
public struct Till: TerminalApp {
  /// What logs call it.
  public static let appName = "till"
  /// The lines that it understands.
  public static let commandHelp = """
    sell PRICE ARTICLE     takes the price
    refund PRICE ARTICLE   gives it back
    """
  /// Where its actions go.
  public let dispatcher: Dispatcher
  private let drawer = Store("drawer", Drawer())

  /// An empty till.
  public init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    drawer.on(Sell.self) { $0.sell($1) }.on(Refund.self) { $0.refund($1) }
    try dispatcher.register(drawer)
  }

  /// What is in it.
  public var view: String { "\(drawer.state.total)" }

  /// Sells or refunds.
  public func perform(_ line: String) throws -> String? {
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 3, let price = Int(words[1]) else { return "say what 'help' says" }
    switch words[0] {
    case "sell": dispatcher.dispatch(Sell(article: words[2], price: price))
    case "refund": dispatcher.dispatch(Refund(article: words[2], price: price))
    default: return "say what 'help' says"
    }
    return nil
  }
}

struct Sell: Action {
  static let actionName = "Sell"
  var article: String
  var price: Int
}

struct Refund: Action {
  static let actionName = "Refund"
  var article: String
  var price: Int
}

struct Drawer: Codable, Sendable {
  var total = 0
  var sold: [String: Int] = [:]

  mutating func sell(_ sale: Sell) {
    total += sale.price
    sold[sale.article, default: 0] += 1
  }
}
