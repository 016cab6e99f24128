import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues
import Testing

/// A worker that opens what it is asked to open, and traps in each trial, one after the other.
private final class TrappingWorker: WorkerChannel {
  var limit: Duration?
  private var traps: [(step: Step, reason: String)]

  init(_ traps: [(step: Step, reason: String)]) { self.traps = traps }

  func ask(_ request: some WorkerRequest) {}

  func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer {
    if let answer = EmptyAnswer() as? Request.Answer { return answer }
    let trap = traps.removeFirst()
    throw WorkerError.ended(
      .init(kind: .trap, reason: trap.reason, place: .init(step: trap.step)))
  }
}

@Suite struct WorkerSlotTests {
  /// A predicate of a session that traps at its third action, the only `Insert`; its worker then traps so.
  private func predicate(
    ofCrash traps: (step: Step, reason: String)...
  ) throws -> any ShrinkPredicate {
    let recorded = try Session(Vault.make([])) { dispatcher, _ in
      dispatcher.dispatch(Press(key: 1))
      dispatcher.dispatch(Press(key: 2))
      dispatcher.dispatch(Insert(coins: [1]))
    }
    let worker = TrappingWorker([(3, "a trap")] + traps)
    let shrinker = try Shrinker(
      crashOf: recorded.log, ReplaySpec("session", decoding: .usual), at: WorkerSlot { worker },
      payload: { _ in nil })
    return try #require(shrinker).predicate
  }

  @Test func `a smaller session has the same crash only if its last action crashes the same way`()
    throws
  {
    let predicate = try predicate(
      ofCrash: (2, "a trap"), (2, "another trap"), (2, "a trap"), (1, "a trap"))
    #expect(try predicate.holds(for: ShrunkSession([1, 3])))
    #expect(try !predicate.holds(for: ShrunkSession([1, 3])), "another trap")
    #expect(try !predicate.holds(for: ShrunkSession([1, 2])), "another type of action")
    #expect(try !predicate.holds(for: ShrunkSession([2, 3])), "an action before the last")
  }
}

private struct Pair: Codable, Sendable {
  var plain = 0
  var one = Box()
  var other = Box()
}

@Suite struct DivergencePredicateTests {
  @Test
  func `a smaller session that diverges at another path does not count as the same divergence`()
    throws
  {
    let stores = {
      [
        Store("pair", Pair())
          .on(Put.self) { pair, put in pair.plain += put.count }
          .on(Take.self) { pair, _ in pair.one.number += 1 }
          .on(Tick.self) { pair, _ in pair.other.number += 1 }
      ] as [any AnyStore]
    }
    let session = try Session(making(stores)) { dispatcher, _ in
      dispatcher.dispatch(Put(sku: "a", count: 1))
      dispatcher.dispatch(Take())
      dispatcher.dispatch(Tick())
    }
    let divergence = try #require(try session.check())
    #expect(divergence.path?.description == "pair.one.number", "\(divergence)")
    let predicate = try #require(
      DivergencePredicate(
        ReplaySpec("session", decoding: .usual), run: session.log.steps[0], divergence, in: "pair",
        Cause(.sharedReference)
      ) { _ in LocalWorker(session.log, session.player) })
    #expect(try predicate.holds(for: ShrunkSession([1, 2])))
    #expect(try predicate.holds(for: ShrunkSession([2])))
    #expect(try !predicate.holds(for: ShrunkSession([1, 3])), "another place differs")
    #expect(try !predicate.holds(for: ShrunkSession([1])), "nothing differs")
  }
}
