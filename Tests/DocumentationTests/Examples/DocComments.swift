import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

// What the documentation comments of the sources show.

// MARK: PlayheadFlux

func dispatching(_ cart: Store<Cart>, _ prices: Store<[String: Int]>) throws {
  // begin
  let dispatcher = Dispatcher()
  try dispatcher.register(cart, prices)
  dispatcher.dispatch(AddItem(sku: "A-7", quantity: 2))
  // end
  #expect(cart.state.items == ["A-7": 2])
}

func storing() -> Store<Cart> {
  // begin
  let cart = Store("cart", Cart())
    .on(AddItem.self) { cart, action in cart.items[action.sku, default: 0] += action.quantity }
  // end
  return cart
}

struct Reset: Action {}

func reducing() throws {
  // begin
  let counter = Reducer<Int>()
    .on(Increment.self) { count, action, _ in count += action.by }
    .on(Reset.self) { count, _, _ in count = 0 }
  let store = Store("counter", 0, reducer: counter)
  // end
  let dispatcher = Dispatcher()
  try dispatcher.register(store)
  dispatcher.dispatch(Increment(by: 3))
  #expect(store.state == 3)
  dispatcher.dispatch(Reset())
  #expect(store.state == 0)
}

struct SearchService: Sendable {
  func results(for term: String) async -> [String] { [term] }
}

struct StartSearch: Action {
  var term: String
}

struct ShowResults: Action {
  var results: [String]

  init(_ results: [String]) { self.results = results }
}

/// A search of an app's; `PlayheadReplay` has one of logs.
enum MiddlewareExample {
  // begin
  struct Search: Middleware {
    let service: SearchService

    func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
      let turn = next(action)
      guard let action = action as? StartSearch else { return }
      Task {
        let results = await service.results(for: action.term)
        dispatcher.dispatch(ShowResults(results), cause: turn)
      }
    }
  }
  // end
}

// MARK: PlayheadCoding

func compacting() throws {
  // begin
  let data = try CompactEncoder().encode(["milk": 2])
  let groceries = try CompactDecoder().decode([String: Int].self, from: data)
  // end
  #expect(groceries == ["milk": 2])
}

func comparing(_ before: Value, _ after: Value) {
  // begin
  let diff = Diff(from: before, to: after)
  for change in diff.changes { print(change.path) }
  print(diff.text())
  // end
  #expect(diff.changes.count == 1)
}

func lookingUp(in state: Value) throws {
  // begin
  let path = try StatePath("cart.items[3].sku")
  print(state.value(at: path) ?? "nothing there")
  // end
  #expect(path.components.count == 4)
}

// MARK: PlayheadReplay

func reading(_ url: URL) throws {
  // begin
  let log = try ActionLog(url)
  try log.forEachEntry(in: 1...log.lastStep) { entry in
    print(entry.step, entry.time, entry.type.name, try entry.payload())
  }
  // end
}

func readingOn(in log: ActionLog) throws {
  // begin
  try log.forEachEntry(in: 1...log.lastStep, onDamage: { print($0) }) { print($0.step) }
  // end
}

// MARK: PlayheadRecorder, PlayheadReplay

final class CartStore {
  var cart = Cart()

  func send(_ action: AddItem) { cart.items[action.sku, default: 0] += action.quantity }
}

func recordingByHand(_ store: CartStore, _ action: AddItem, to url: URL) throws {
  // begin
  let recording = try Recording(to: url, app: "shop", stores: ["cart"], states: [store.cart])
  recording.record(action) {
    store.send(action)
    return [store.cart]
  }
  // end
  // begin
  let step = recording.willHandle(action, type: ActionType(name: "cart.add"))
  store.send(action)
  recording.didHandle(step, states: [store.cart])
  // end
  try recording.close()
}

func seeking(_ url: URL) throws {
  // begin
  let replay = try Replay(ActionLog(url), of: Shop.self)
  try replay.go(to: 119)
  let changes = try replay.diff(from: 119, to: 120)
  // end
  #expect(changes.isEmpty)
}

func checking(_ log: ActionLog) throws {
  // begin
  let divergence = try DeterminismCheck(log, of: Shop.self).run()
  // end
  #expect(divergence == nil)
}

/// A shop without a dispatcher.
enum ReplayableExample {
  enum ShopAction: Codable {
    case open
    case close
  }

  struct Shop: Codable, Sendable {
    var isOpen = false

    mutating func reduce(_ action: ShopAction) { isOpen = action == .open }
  }

  // begin
  final class ShopPlayer: Replayable {
    private var shop = Shop()
    let stores = ["shop"]
    var states: [any Codable & Sendable] { [shop] }
    func apply(_ action: LoggedAction) throws -> DrawFault? {
      shop.reduce(try action.decode(ShopAction.self))
      return nil
    }
    func restore(_ states: [any Codable & Sendable]) throws {
      if let state = states.first as? Shop { shop = state }
    }
    func decodeState(of store: Int, from decoder: any Decoder) throws -> any Codable & Sendable {
      try Shop(from: decoder)
    }
  }
  // end
}
