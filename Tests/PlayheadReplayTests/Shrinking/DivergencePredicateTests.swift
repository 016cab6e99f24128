import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues
import Testing

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
