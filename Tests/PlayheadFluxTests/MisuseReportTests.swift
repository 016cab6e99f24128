import FluxTesting
import PlayheadReplay
import Synchronization
import Testing

@testable import PlayheadFlux

/// The sentence with which `result`'s process ended.
func sentence(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

private struct Escaped: @unchecked Sendable {
  var context: Context?
  var next: Next?
}

private struct Late: Middleware {
  let kept = Guarded(Escaped())

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    nonisolated(unsafe) let next = next
    kept.withLock { $0.next = next }
  }
}

/// What a release build does with a mistake: it goes on, says so, and handles the next action. A debug build stops.
@Suite(.serialized) struct MisuseReportTests {
  private struct Mistake: Sendable, CustomStringConvertible {
    let description: String
    let sentence: String
    /// Makes the mistake, and returns whether the app is as it should be.
    let make: @Sendable (Store<Int>) throws -> Bool
  }

  /// A context that is kept for later.
  private static func keptContext(_ count: Store<Int>) throws -> (Guarded<Escaped>, Dispatcher) {
    let kept = Guarded(Escaped())
    let keeper = Store("keeper", 0).on(Add.self) { _, _, context in
      nonisolated(unsafe) let context = context
      kept.withLock { if $0.context == nil { $0.context = context } }
    }
    let dispatcher = try dispatcher(count, keeper)
    dispatcher.dispatch(Add())
    return (kept, dispatcher)
  }

  private static let mistakes: [Mistake] = [
    Mistake(
      description: "a dispatch within a strict dispatcher's action is handled afterwards",
      sentence: "Cannot dispatch 'PlayheadFluxTests.Remove' while"
    ) { count in
      let dispatcher = Dispatcher(reentrancy: .strict)
      let eager = Store("eager", 0).on(Add.self) { seen, _ in
        dispatcher.dispatch(Remove())
        seen += 1
      }
      try dispatcher.register(count, eager)
      dispatcher.dispatch(Add(amount: 5))
      return count.state == 4 && eager.state == 1
    },
    Mistake(
      description: "a handler that reads its own store gets an earlier state",
      sentence: "Store 'own' was used while it handles an action"
    ) { count in
      let own = Store("own", [1])
      own.on(Add.self) { state, action in
        state.append(action.amount)
        state.append(own.state.count * 10)
        state.append(own.read { $0.count } * 100)
      }
      let dispatcher = try dispatcher(own, count)
      dispatcher.dispatch(Add(amount: 2))
      let first = own.state
      dispatcher.dispatch(Add(amount: 3))
      return first == [1, 2, 10, 100] && own.state == [1, 2, 10, 100, 3, 40, 400]
    },
    Mistake(
      description: "a store that is read while it waits for the reader gives an earlier state",
      sentence: "Store 'waiting' was used while it handles an action"
    ) { count in
      let waiting = Store("waiting", 5)
      let other = Store("other", 0).on(Add.self) { other, _ in other = waiting.state }
      waiting.on(Add.self) { _, _, context in context.waitFor(other) }
      try dispatcher(waiting, other, count).dispatch(Add())
      return other.state == 5 && count.state == 1
    },
    Mistake(
      description: "a late handler is not added", sentence: "Store 'counter' is registered already"
    ) { count in
      let dispatcher = try dispatcher(count)
      count.on(Add.self) { state, _ in state += 100 }
      count.run(after: PlayheadFluxTests.counter("other"))
      dispatcher.dispatch(Add())
      return count.state == 1
    },
    Mistake(
      description: "a context of an earlier action gives live values",
      sentence: "A Context was used after its handler had returned"
    ) { count in
      let (kept, _) = try keptContext(count)
      return kept.withLock { escaped in
        guard let context = escaped.context else { return false }
        context.leaveUnchanged()
        return context.uuid() != context.uuid() && context.now <= context.now
          && (1...6).contains(context.random(in: 1...6))
      }
    },
    Mistake(
      description: "waiting outside an action does nothing",
      sentence: "Cannot wait for store 'counter' outside a dispatch"
    ) { count in
      let (kept, dispatcher) = try keptContext(count)
      kept.withLock { $0.context?.waitFor(count) }
      dispatcher.dispatch(Add())
      return count.state == 2
    },
    Mistake(
      description: "stores that wait in a circle handle the action once each",
      sentence: "Stores wait for each other in a circle: a → b → c → a"
    ) { count in
      let stores = ["a", "b", "c"].map { Store($0, 0) }
      for (index, store) in stores.enumerated() {
        store.on(Add.self) { state, _, context in
          context.waitFor(stores[(index + 1) % 3])
          state += 1
        }
      }
      let dispatcher = Dispatcher()
      try dispatcher.register(stores)
      try dispatcher.register(count)
      for _ in 0..<3 { dispatcher.dispatch(Add()) }
      return stores.map(\.state) == [3, 3, 3] && count.state == 3
    },
    Mistake(
      description: "a store that waits for itself handles the action once",
      sentence: "Store 'own' waits for itself"
    ) { count in
      let own = Store("own", 0)
      own.on(Add.self) { state, _, context in
        context.waitFor(own, count)
        state += 1
      }
      try dispatcher(own, count).dispatch(Add())
      return own.state == 1 && count.state == 1
    },
    Mistake(
      description: "waiting for a store of another dispatcher skips it",
      sentence: "Store 'own' waits for store 'stranger', which is not registered"
    ) { count in
      let stranger = PlayheadFluxTests.counter("stranger")
      _ = try dispatcher(stranger)
      let own = Store("own", 0).on(Add.self) { state, _, context in
        context.waitFor(stranger, count)
        state += 1
      }
      try dispatcher(own, count).dispatch(Add())
      return own.state == 1 && stranger.state == 0 && count.state == 1
    },
    Mistake(
      description: "a 'next' that is called late hands the action on once",
      sentence: "A middleware called 'next' after it had returned"
    ) { count in
      let late = Late()
      let dispatcher = Dispatcher(middleware: [late])
      try dispatcher.register(count)
      dispatcher.dispatch(Add())
      guard count.state == 0 else { return false }
      late.kept.withLock { _ = $0.next?(Add(amount: 7)) }
      return count.state == 7
    },
    Mistake(
      description: "an action that is applied within another is not applied",
      sentence: "Cannot apply an action while another is being handled"
    ) { count in
      let dispatcher = Dispatcher()
      let applying = Store("applying", 0).on(Add.self) { state, _ in
        dispatcher.apply(Add(), draws: [])
        dispatcher.replaying { state += 1 }
      }
      try dispatcher.register(count, applying)
      dispatcher.dispatch(Add())
      return applying.state == 1 && count.state == 1
    },
  ]

  @Test(arguments: mistakes)
  private func `a release build reports misuse and handles the next action`(mistake: Mistake) throws
  {
    Misuse.stops.store(false, ordering: .relaxed)
    let sentences = Guarded<[String]>([])
    Misuse.reporter.withLock { $0 = { sentence in sentences.withLock { $0.append(sentence) } } }
    defer {
      Misuse.reporter.withLock { $0 = nil }
      Misuse.stops.store(true, ordering: .relaxed)
    }
    let count = counter()
    #expect(try mistake.make(count))
    let reported = sentences.withLock { $0 }
    #expect(
      reported.allSatisfy { $0.contains(mistake.sentence) } && !reported.isEmpty, "\(reported)")
  }

  /// All mistakes stop the app in the same way; each is made when `PLAYHEAD_SOAK` is set.
  @Test(arguments: mistakes.indices.filter { Soak.isOn || $0.isMultiple(of: 4) })
  func `a debug build stops at misuse with a sentence`(number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [number] in
      _ = try MisuseReportTests.mistakes[number].make(counter())
    }
    #expect(sentence(result).contains(Self.mistakes[number].sentence))
  }
}
