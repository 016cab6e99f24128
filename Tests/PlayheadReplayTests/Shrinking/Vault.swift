import PlayheadFlux
import PlayheadReplay

struct Press: Action { var key: Int }
struct Insert: Action {
  var coins: [Int]
  var note: String?
}
struct Knock: Action {}
struct Reply: Action {}

/// A vault that opens when its keys are pressed in their order, whatever is pressed in between; money that is put
/// in counts from the first knock on.
enum Vault {
  struct State: Codable {
    var next = 0
    var coins = 0
    var isHeard = false
  }

  /// `keys` open it.
  static func make(_ keys: [Int]) -> () throws -> Dispatcher {
    {
      let vault = Store("vault", State())
        .on(Press.self) { state, press in
          if state.next < keys.count, keys[state.next] == press.key { state.next += 1 }
        }
        .on(Insert.self) { state, insert in
          if state.isHeard { state.coins += insert.coins.reduce(0, +) }
        }
        .on(Reply.self) { state, _ in state.isHeard = true }
      let dispatcher = Dispatcher(inputs: .seeded(), middleware: [Replying()])
      try dispatcher.register(vault)
      return dispatcher
    }
  }

  /// A session of `count` keys by chance, in which those of the vault come in their order.
  static func session(_ keys: [Int], of count: Int, seed: UInt64) throws -> Session {
    var generator = SplitMix64(seed: seed)
    var pressed = (0..<count - keys.count).map { _ in Int.random(in: 0...99, using: &generator) }
    var places = (0..<keys.count).map { _ in Int.random(in: 0...pressed.count, using: &generator) }
    places.sort()
    for (place, key) in zip(places, keys).reversed() { pressed.insert(key, at: place) }
    return try Session(make(keys)) { dispatcher, _ in
      for key in pressed { dispatcher.dispatch(Press(key: key)) }
    }
  }
}

/// Replies to knocks.
private struct Replying: Middleware {
  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    next(action)
    if action is Knock { dispatcher.dispatch(Reply()) }
  }
}
