import Foundation
import PlayheadFlux
import PlayheadReplay
import Testing

private struct Add: Action {}
private struct Note: Action {}

@Suite struct `Handlers of an action` {
  private func handlers(_ stores: any AnyStore...) throws -> (any Action.Type) -> [String] {
    let dispatcher = Dispatcher(inputs: .seeded())
    try dispatcher.register(stores)
    return { dispatcher.handlers(of: $0).map { $0.store.name + ($0.isCatchAll ? " (any)" : "") } }
  }

  @Test func `a store that handles every action is listed as a catch-all unless it names the type`()
    throws
  {
    let journal = Store("journal", 0).onAny { _, _, _ in }
    let root = Store("root", 0, reducer: Reducer({ _, _, _ in }, types: [Add.self]))
    let handlers = try handlers(journal, root)
    #expect(handlers(Add.self) == ["journal (any)", "root"])
    #expect(handlers(Note.self) == ["journal (any)", "root (any)"])
  }

  @Test func `a store's handler time excludes the stores that it waits for`() throws {
    let slow = Store("slow", 0).on(Add.self) { _, _ in Thread.sleep(forTimeInterval: 0.05) }
    let asking = Store("asking", 0).on(Add.self) { _, _, context in context.waitFor(slow) }
    let dispatcher = Dispatcher(inputs: .seeded())
    try dispatcher.register(asking, slow)
    var times: [String: Duration] = [:]
    let stopwatch = StoreStopwatch { times[$0.name, default: .zero] += $1 }
    dispatcher.wrapHandlers { stopwatch.time($0, $1) }
    dispatcher.apply(Add(), draws: [])
    let (own, waitedFor) = (times["asking"], times["slow"])
    #expect(try #require(waitedFor) >= .milliseconds(50))
    #expect(try #require(own) < .milliseconds(50) && times.count == 2)
    dispatcher.wrapHandlers(in: nil)
    dispatcher.apply(Add(), draws: [])
    #expect(times["slow"] == waitedFor)
  }
}
