import Foundation
import PlayheadFlux
import PlayheadReplay
import Synchronization
import Testing

private struct Roll: Action {}

private struct Dice: Codable, Sendable, Equatable {
  var pips: [Int] = []
  var ids: [UUID] = []
  var dates: [Date] = []
  var deck = Array(1...10)
}

private func dice() -> Store<Dice> {
  Store("dice", Dice()).on(Roll.self) { dice, _, context in
    dice.dates.append(context.now)
    dice.ids.append(context.uuid())
    dice.pips.append(context.random(in: 1...6))
    dice.deck.shuffle(using: &context.generator)
  }
}

@Suite struct DrawTests {
  @Test func `applying an action with its recorded inputs gives the same state`() throws {
    let live = dice()
    let dispatcher = try dispatcher(live)
    let tap = JournalTap()
    dispatcher.attach(tap)
    for _ in 0..<20 { dispatcher.dispatch(Roll()) }
    let again = dice()
    let replay = Dispatcher(inputs: .live)
    try replay.register(again)
    for outcome in tap.outcomes.withLock({ $0 }) {
      #expect(outcome.draws.prefix(3).map(\.kind) == [.date, .uuid, .random])
      let replayed = replay.apply(Roll(), draws: outcome.draws)
      #expect(replayed.changed == [0] && replayed.mismatch == nil)
    }
    #expect(again.state == live.state)
  }

  @Test
  func `dispatchers with the same seed give handlers the same dates, UUIDs and random numbers`()
    throws
  {
    let first = dice()
    let second = dice()
    for store in [first, second] {
      let dispatcher = Dispatcher(inputs: .seeded(7, tick: 1))
      try dispatcher.register(store)
      for _ in 0..<5 { dispatcher.dispatch(Roll()) }
    }
    #expect(first.state == second.state)
    #expect(Set(first.state.ids).count == 5)
    #expect(
      first.state.dates.map(\.timeIntervalSince1970).map { Int($0) - 1_000_000_000 } == Array(0..<5)
    )
  }

  @Test func `SplitMix64 gives the published reference numbers`() {
    // The reference implementation's first outputs for the seed 1234567.
    var generator = SplitMix64(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
    #expect(generator.next() == 9_817_491_932_198_370_423)
  }

  private static let (id, zero) = (
    UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  )
  private static let (date, epoch) = (
    Date(timeIntervalSince1970: 5), Date(timeIntervalSince1970: 0)
  )

  /// A log's inputs for a handler that asks for a UUID, a number and a date; the mismatch, and what the handler gets.
  @Test(
    arguments: [
      ([.uuid(id), .random(6), .date(date)], nil, [.uuid(id), .random(6), .date(date)]),
      (
        // One of the wrong kind is not used for a later request that it fits.
        [.random(5), .random(6), .date(date)],
        .mismatch(index: 0, asked: .uuid, found: .random(5)),
        [.uuid(zero), .random(6), .date(date)]
      ),
      (
        [.uuid(id), .random(6)], .mismatch(index: 2, asked: .date, found: nil),
        [.uuid(id), .random(6), .date(epoch)]
      ),
      (
        [.uuid(id), .random(6), .date(date), .random(1), .random(2)], .leftOver(count: 2),
        [.uuid(id), .random(6), .date(date)]
      ),
    ] as [([Draw], Replayed.DrawMismatch?, [Draw])])
  func `recorded inputs that a handler does not ask for, or that are missing, are a mismatch`(
    recorded: [Draw], mismatch: Replayed.DrawMismatch?, given: [Draw]
  ) throws {
    let store = Store("store", [Draw]()).on(Roll.self) { draws, _, context in
      draws = [.uuid(context.uuid()), .random(context.random(in: 0...UInt64.max))]
      draws.append(.date(context.now))
    }
    #expect(try dispatcher(store).apply(Roll(), draws: recorded).mismatch == mismatch)
    #expect(store.state == given)
  }

  @Test func `random numbers that are missing in the log are replaced by repeatable ones`() throws {
    let store = Store("store", [Int]()).on(Roll.self) { numbers, _, context in
      // For ranges like this one a constant source would be asked for ever.
      numbers = (0..<8).map { _ in context.random(in: 0...9) }
    }
    let dispatcher = try dispatcher(store)
    let replayed = dispatcher.apply(Roll(), turn: Turn(7), draws: [])
    #expect(replayed.mismatch == .mismatch(index: 0, asked: .random, found: nil))
    let numbers = store.state
    #expect(numbers.count == 8 && Set(numbers).count > 1)
    dispatcher.apply(Roll(), turn: Turn(7), draws: [])
    #expect(store.state == numbers)
  }

  @Test func `an applied action reaches observers but no middleware, tap or listener`() throws {
    let counter = counter()
    let dispatcher = Dispatcher(middleware: [Refuse()])
    try dispatcher.register(counter)
    let tap = JournalTap()
    dispatcher.attach(tap)
    let journal = Journal()
    let subscription = counter.observe { count in
      journal.write("\(count)")
      if count == 1 { dispatcher.dispatch(Add(amount: 100)) }
    }
    let listening = dispatcher.listen { _, _ in journal.write("heard") }
    dispatcher.apply(Add(), draws: [])
    subscription.cancel()
    listening.cancel()
    #expect(counter.state == 1)
    #expect(journal.entries == ["0", "1"])
    #expect(tap.journal.entries == ["attached after 0"])
  }

  @Test func `a handler sees the recorded turn and cause of an applied action`() throws {
    let store = Store("store", [UInt64]()).on(Add.self) { turns, _, context in
      turns.append(context.turn.number)
      turns.append(context.cause?.number ?? 0)
    }
    let dispatcher = try dispatcher(store)
    dispatcher.apply(Add(), turn: Turn(40), cause: Turn(39), draws: [])
    dispatcher.apply(Add(), draws: [])
    #expect(store.state == [40, 39, 41, 0])
  }
}

private struct Refuse: Middleware {
  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {}
}
