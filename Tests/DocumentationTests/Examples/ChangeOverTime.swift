import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

// What the documentation of upgrades and of logs of other builds shows.

/// A shop whose types have changed since logs were recorded with it.
struct Market: ReplayableApp {
  static let appName = "market"
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("cart", Cart()).on(AddItem.self) { cart, action in
        cart.lines.append(Line(sku: action.sku, quantity: action.quantity))
      })
  }

  // begin
  struct AddItem: Action {
    static let actionVersion = 2
    var sku: String
    var quantity: Int
  }
  // end

  // begin
  struct AddItemV1: Action {
    static let actionName = AddItem.actionName
    var sku: String
  }
  // end

  struct Line: Codable, Sendable {
    var sku: String
    var quantity = 1

    init(sku: String) { self.sku = sku }

    init(sku: String, quantity: Int) {
      self.sku = sku
      self.quantity = quantity
    }
  }

  struct CartV1: Codable, Sendable {
    var skus: [String] = []
  }

  // begin
  struct Cart: Codable, Sendable, VersionedState {
    static let stateVersion = 2
    var lines: [Line] = []
  }
  // end

  /// Its stores have changed as well.
  static let storeUpgrades: [Upgrade] =
    // begin
    [.storeRenamed("basket", to: "cart"), .storeDropped("visits"), .storeAdded("wishes")]
  // end
}

// begin
extension Market: ReplayDetails {
  static var upgrades: [Upgrade] {
    [
      Upgrade(from: AddItemV1.self) { old in AddItem(sku: old.sku, quantity: 1) },
      .renamed("Market.Scan", to: AddItem.self),
      .dropped("Market.Greet"),
      .state(of: "cart", from: CartV1.self) { old in Cart(lines: old.skus.map(Line.init)) },
    ]
  }
}
// end

struct Scan: Action {
  static let actionName = "Market.Scan"
  static let actionVersion = 2
  var sku: String
  var quantity: Int
}

/// An action that the market has no word for.
struct Haggle: Action {
  var over: String
}

/// Records a session of the market as it was: three actions, and one more that nobody knows today.
func recordOldMarket(to url: URL, haggling: Bool) throws {
  let dispatcher = Dispatcher()
  try dispatcher.register(
    Store("cart", Market.CartV1(skus: ["A-7"]))
      .on(Market.AddItemV1.self) { cart, action in cart.skus.append(action.sku) }
      .on(Scan.self) { cart, action in cart.skus.append(action.sku) }
      .on(Haggle.self) { cart, _ in cart.skus = [] })
  let recording = try dispatcher.record(to: url, app: Market.appName)
  dispatcher.dispatch(Market.AddItemV1(sku: "B-1"))
  if haggling { dispatcher.dispatch(Haggle(over: "B-1")) }
  dispatcher.dispatch(Scan(sku: "C-3", quantity: 5))
  try recording.close()
}

func judging(_ log: ActionLog) throws {
  // begin
  let compatibility = try Compatibility(log, of: Market.self)
  guard compatibility.verdict < .impossible else { return print(compatibility) }
  // end
  #expect(compatibility.verdict == .risky)
}

func salvaging(_ log: ActionLog) throws {
  // begin
  let replay = try Replay(log, of: Market.self, decoding: .salvage)
  let state = try replay.state(at: log.lastStep)
  if let step = replay.approximateSince {
    print("\(replay.incompatibilities.count) actions skipped, approximate since step \(step)")
  }
  // end
  #expect(replay.approximateSince == 2)
  #expect(state.value(at: try StatePath("cart.lines[2].quantity")) == .int(5))
}
