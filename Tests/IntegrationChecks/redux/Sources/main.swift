import Foundation
import Playhead
import PlayheadReading
import PlayheadReplay
import ReSwift

// Times the same list of actions through ReSwift's store and through PlayheadFlux, in turns. Prints a line of JSON for each
// comparison, in nanoseconds an action.

struct Item: Codable, Sendable, Equatable {
  var title: String
  var count: Int
}

struct Cart: Codable, Sendable, Equatable {
  var items: [Item] = [Item(title: "first", count: 1)]
  var total = 0
}

struct Settings: Codable, Sendable, Equatable {
  var isSignedIn = false
  var page = 0
}

struct AddItem: Playhead.Action, ReSwift.Action { let title: String, count: Int }
struct ChangeCount: Playhead.Action, ReSwift.Action { let place: Int, count: Int }
struct RemoveLast: Playhead.Action, ReSwift.Action {}
struct SignIn: Playhead.Action, ReSwift.Action { let isSignedIn: Bool }
struct TurnPage: Playhead.Action, ReSwift.Action { let page: Int }

typealias AnyAction = any (Playhead.Action & ReSwift.Action)

extension Cart {
  mutating func add(_ action: AddItem) {
    items.append(Item(title: action.title, count: action.count))
    total += action.count
  }

  mutating func change(_ action: ChangeCount) {
    let place = action.place % items.count
    total += action.count - items[place].count
    items[place].count = action.count
  }

  mutating func removeLast() {
    if items.count > 1 { total -= items.removeLast().count }
  }
}

// MARK: ReSwift

struct AppState: Equatable {
  var cart = Cart()
  var settings = Settings()
}

func reduceCart(_ action: any ReSwift.Action, _ state: Cart) -> Cart {
  var state = state
  switch action {
  case let action as AddItem: state.add(action)
  case let action as ChangeCount: state.change(action)
  case is RemoveLast: state.removeLast()
  default: break
  }
  return state
}

func reduceSettings(_ action: any ReSwift.Action, _ state: Settings) -> Settings {
  var state = state
  switch action {
  case let action as SignIn: state.isSignedIn = action.isSignedIn
  case let action as TurnPage: state.page = action.page
  default: break
  }
  return state
}

func reduce(_ action: any ReSwift.Action, _ state: AppState?) -> AppState {
  let state = state ?? AppState()
  return AppState(
    cart: reduceCart(action, state.cart), settings: reduceSettings(action, state.settings))
}

func reSwift(_ actions: [AnyAction]) -> AppState {
  let store = ReSwift.Store(reducer: reduce, state: AppState())
  for action in actions { store.dispatch(action) }
  return store.state
}

// MARK: PlayheadFlux

struct Shop: ReplayableApp {
  static let appName = "shop"
  let dispatcher: Dispatcher
  let cart = Playhead.Store("cart", Cart())
    .on(AddItem.self) { $0.add($1) }.on(ChangeCount.self) { $0.change($1) }
    .on(RemoveLast.self) { cart, _ in cart.removeLast() }
  let settings = Playhead.Store("settings", Settings())
    .on(SignIn.self) { $0.isSignedIn = $1.isSignedIn }.on(TurnPage.self) { $0.page = $1.page }

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(cart, settings)
  }

  var state: AppState { AppState(cart: cart.state, settings: settings.state) }

  func dispatch(_ actions: [AnyAction]) {
    func dispatch(_ action: some Playhead.Action) { dispatcher.dispatch(action) }
    for action in actions { dispatch(action) }
  }
}

func flux(_ actions: [AnyAction]) throws -> AppState {
  let shop = try Shop(inputs: .live)
  shop.dispatch(actions)
  return shop.state
}

func record(_ actions: [AnyAction], to url: URL) throws {
  let shop = try Shop(inputs: .live)
  let recording = try shop.dispatcher.record(to: url, app: Shop.appName)
  shop.dispatch(actions)
  try recording.close()
}

func replay(_ url: URL) throws {
  let log = try ActionLog(url)
  let replay = try Replay(log, of: Shop.self)
  try replay.go(to: log.lastStep)
}

// MARK: Both

/// Actions by chance, always the same ones.
func actions(_ count: Int) -> [AnyAction] {
  var random = UInt64(48)
  func below(_ limit: UInt64) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % limit)
  }
  return (0..<count).map { number in
    switch below(8) {
    case 0: AddItem(title: "item \(number)", count: below(9))
    case 1: RemoveLast()
    case 2, 3, 4: ChangeCount(place: below(1_000), count: below(9))
    case 5: SignIn(isSignedIn: below(2) == 0)
    default: TurnPage(page: below(100))
    }
  }
}

struct Row: Encodable {
  let subject: String
  let playhead: Double
  let reSwift: Double
}

let all = actions(200_000)
let url = URL.temporaryDirectory.appending(path: "redux-\(UUID()).playhead")
defer { try? FileManager.default.removeItem(at: url) }
try record(all, to: url)
guard try reSwift(all) == flux(all) else { fatalError("the two lead to different states") }
var best = [Double](repeating: .infinity, count: 3)
for _ in 0..<7 {
  for (place, body) in [{ _ = reSwift(all) }, { _ = try flux(all) }, { try replay(url) }]
    .enumerated() as EnumeratedSequence<[() throws -> Void]>
  {
    let time = try ContinuousClock().measure { try body() }
    best[place] = min(best[place], time / .nanoseconds(all.count))
  }
}
for (subject, place) in [("dispatch", 1), ("replay from the log, decoding included", 2)] {
  let row = Row(subject: subject, playhead: best[place], reSwift: best[0])
  print(String(decoding: try JSONEncoder().encode(row), as: UTF8.self))
}
