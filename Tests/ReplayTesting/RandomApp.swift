import Foundation
package import PlayheadFlux

/// An app by chance: some stores of several kinds, each of which takes the actions in a way of its own.
package struct RandomApp {
  private let seed: UInt64

  /// The same app for the same seed.
  package init(seed: UInt64) { self.seed = seed }

  /// A fresh one.
  package func dispatcher() throws -> Dispatcher {
    var generator = SplitMix64(seed: seed)
    let dispatcher = Dispatcher(inputs: .seeded(seed, tick: 0.25))
    if Bool.random(using: &generator) { try Board.stores().forEach { try dispatcher.register($0) } }
    for number in 0..<Int.random(in: 1...5, using: &generator) {
      let every = UInt64.random(in: 1...9, using: &generator)
      let name = "store \(number)"
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: try dispatcher.register(Shelf.store(name, every: every))
      case 1: try dispatcher.register(Draws.store(name, every: every))
      default:
        let shelf = Shelf.store(name, every: every)
        try dispatcher.register(shelf, Store.counting(shelf, as: "count \(number)"))
      }
    }
    return dispatcher
  }

  /// Dispatches `count` actions.
  package func act(_ dispatcher: Dispatcher, _ count: Int) {
    var generator = SplitMix64(seed: ~seed)
    for _ in 0..<count {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: dispatcher.dispatch(Clear(key: .random(in: 0...9, using: &generator)))
      case 1: dispatcher.dispatch(Roll(label: Bool.random(using: &generator) ? "dice" : nil))
      default: dispatcher.dispatch(Shuffle(number: generator.next()))
      }
    }
  }
}

private struct Clear: Action { var key: Int }
private struct Roll: Action { var label: String? }

/// Entries below keys, which come and go.
private struct Shelf: Codable, Sendable {
  var entries: [Int: [UInt64]] = [:]
  var kinds: Set<String> = []
  var text = ""

  /// One that leaves all but one in `every` numbers alone.
  static func store(_ name: String, every: UInt64) -> Store<Shelf> {
    Store(name, Shelf())
      .on(Shuffle.self) { shelf, action, context in
        guard action.number % every == 0 else { return context.leaveUnchanged() }
        let key = Int(action.number / every % 10)
        shelf.entries[key] = (shelf.entries[key] ?? []).suffix(4) + [action.number]
        shelf.kinds.formSymmetricDifference(["kind \(action.number % 5)"])
        shelf.text = "\(shelf.text.suffix(40))\(key)"
      }
      .on(Clear.self) { $0.entries[$1.key] = nil }
  }
}

/// What was drawn from outside.
private struct Draws: Codable, Sendable {
  var dates: [Date] = []
  var ids: [UUID] = []
  var last: [String?] = []

  static func store(_ name: String, every: UInt64) -> Store<Draws> {
    Store(name, Draws())
      .on(Roll.self) { draws, action, context in
        draws.dates = draws.dates.suffix(5) + [context.now]
        draws.ids.insert(context.uuid(), at: draws.ids.count / 2)
        if draws.ids.count > 8 { draws.ids.removeFirst() }
        draws.last = draws.last.suffix(6) + [action.label]
      }
      .on(Shuffle.self) { draws, action, context in
        guard context.random(in: 0...every) == 0 else { return context.leaveUnchanged() }
        draws.last.append("\(action.number % 100)")
      }
  }
}

extension Store<Int> {
  /// What depends on another store that ran before.
  fileprivate static func counting(_ shelf: Store<Shelf>, as name: String) -> Store<Int> {
    Store(name, 0, after: [shelf])
      .on(Shuffle.self) { count, _, _ in count = shelf.state.entries.values.joined().count }
      .on(Clear.self) { count, _, _ in count -= shelf.state.kinds.count }
  }
}
