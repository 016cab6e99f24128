import Foundation
import PlayheadFlux
import PlayheadReplay
import Synchronization
import Testing

// What the documentation comments of the runtime's observers, listeners and effects show.

/// Something on a screen.
private final class Label: Sendable {
  private let shown = Mutex("")
  var text: String {
    get { shown.withLock { $0 } }
    set { shown.withLock { $0 = newValue } }
  }
}

private final class Button: Sendable {
  private let enabled = Mutex(true)
  var isEnabled: Bool {
    get { enabled.withLock { $0 } }
    set { enabled.withLock { $0 = newValue } }
  }
}

final class Counts: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  var all: [String: Int] { counts.withLock { $0 } }
  func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
}

struct Filters: Codable, Sendable {
  var terms: [String] = []
  var isFiltering: Bool { !terms.isEmpty }
}

func waiting(for cart: Store<Cart>) throws {
  // begin
  let total = Store("total", 0).on(AddItem.self) { total, _, context in
    context.waitFor(cart)
    total = cart.state.items.values.reduce(0, +)
  }
  // end
  let dispatcher = Dispatcher()
  try dispatcher.register(total, cart)
  dispatcher.dispatch(AddItem(sku: "A-7", quantity: 2))
  #expect(total.state == 2)
}

func watching(_ cart: Store<Cart>, _ prices: Store<[String: Int]>) throws {
  let label = Label()
  let counts = Counts()
  let dispatcher = Dispatcher()
  try dispatcher.register(cart, prices)
  // begin
  let showing = dispatcher.observe(cart, prices) { cart, prices in
    let amounts = cart.items.map { sku, quantity in quantity * prices[sku, default: 0] }
    label.text = "Total: \(amounts.reduce(0, +))"
  }
  // end
  // begin
  let telemetry = dispatcher.listen { action, _ in counts.add(type(of: action).actionName) }
  // end
  dispatcher.dispatch(AddItem(sku: "A-7", quantity: 2))
  withExtendedLifetime((showing, telemetry)) {
    #expect(label.text == "Total: 10")
    #expect(counts.all == [AddItem.actionName: 1])
  }
}

func watchingAPart() {
  let filters = Store("filters", Filters())
  let clearButton = Button()
  // begin
  let enabling = filters.observe(\.isFiltering) { clearButton.isEnabled = $0 }
  // end
  enabling.cancel()
  #expect(!clearButton.isEnabled)
  let label = Label()
  // begin
  let showing = filters.observeOnMainActor { state in label.text = "\(state)" }
  // end
  showing.cancel()
}

struct LeaveSearch: Action {}

/// The middleware of `DocComments.swift`, with effects that can be cancelled.
struct CancellableSearch: Middleware {
  let service: SearchService
  let effects = Effects()

  // begin
  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    let turn = next(action)
    switch action {
    case let action as StartSearch:
      effects.start("search", from: dispatcher, cause: turn) { dispatch in
        dispatch(ShowResults(await service.results(for: action.term)))
      }
    case is LeaveSearch:
      effects.cancel("search")
    default:
      break
    }
  }
  // end
}

func searching() async throws {
  let search = CancellableSearch(service: SearchService())
  let dispatcher = Dispatcher(middleware: [search])
  let results = Store("results", [String]()).on(ShowResults.self) { $0 = $1.results }
  try dispatcher.register(results)
  dispatcher.dispatch(StartSearch(term: "swift"))
  await search.effects.finish()
  #expect(results.state == ["swift"])
}

/// An app that registers a store only when it is needed.
struct Screens: ReplayableApp {
  static let appName = "screens"
  let dispatcher: Dispatcher
  let detailScreen = Store("detail", 0)

  init(inputs: SystemInputs) throws { dispatcher = Dispatcher(inputs: inputs) }
}

// begin
extension Screens: ReplayDetails {
  var otherStores: [any AnyStore] { [detailScreen] }
}
// end

struct OpenPage: Action {}
struct Refresh: Action {}

/// The forms that few apps need.
func lessCommonForms() async throws {
  let effects = Effects()
  // begin
  // One handler for two types, and one for all.
  let visits = Store("visits", 0)
    .on(anyOf: OpenPage.self, Refresh.self) { visits, _, _ in visits += 1 }
  let names = Store("names", [String]())
    .onAny { names, action, _ in names.append(type(of: action).actionName) }

  // A function of a library's own: the types that it takes are named for a debugger.
  let library = Reducer<Int>(
    { pages, action, context in
      if action is OpenPage { pages += 1 } else { context.leaveUnchanged() }
    }, types: [OpenPage.self])
  let other = Reducer<Int>().on(anyOf: Refresh.self) { pages, _, _ in pages = 0 }
  let pages = Store("pages", 0, reducer: library.then(other))
  // end
  // begin
  let dice = Store("dice", [1, 2, 3, 4, 5, 6])
    .on(Refresh.self) { dice, _, context in
      dice.shuffle(using: &context.generator)
      dice[0] = context.random(in: 1...6)
      dice[context.random(in: 1..<dice.count)] = 6
    }
  // end
  // begin
  // For tests: the same dates, UUIDs and random numbers on every run.
  let seeded = Dispatcher(inputs: .seeded(7, tick: 1), reentrancy: .strict)
  try seeded.register([visits, names, pages, dice])
  try seeded.unregister(names)

  // Or a source of your own.
  let still = SystemInputs(
    now: { Date(timeIntervalSince1970: 0) }, uuid: { UUID() }, random: { 4 })
  // end
  seeded.dispatch(OpenPage())
  // begin
  let refreshing = seeded.listen(to: Refresh.self) { _, turn in
    print("refreshed in turn \(turn.number)")
  }
  for await count in visits.states() where count > 0 { break }
  effects.cancelAll()
  await effects.finish()
  // end
  seeded.dispatch(Refresh())
  refreshing.cancel()
  #expect(dice.state != [1, 2, 3, 4, 5, 6] && dice.state.contains(6))
  #expect([visits.state, pages.state] == [2, 0] && names.state.isEmpty)
  let number = Store("number", UInt64(0))
    .on(Refresh.self) { number, _, context in number = context.generator.next() }
  let fixed = Dispatcher(inputs: still)
  try fixed.register(number)
  fixed.dispatch(Refresh())
  #expect(number.state == 4)
}
