import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import Testing

/// States that no action led to: at the end of a gap, and where an app began again.
@Suite struct BareStateTests {
  private let session: Session

  /// Steps 3 and 4 are missing, and the state behind them is there; so is step 7.
  init() throws {
    session = try Session(Asking.make) { dispatcher, recorder in
      func add(_ count: Int) {
        for _ in 0..<count { dispatcher.dispatch(Asking.Add(sku: "A", price: 10)) }
      }
      add(2)
      recorder.pause()
      add(2)
      recorder.resume()
      add(2)
      recorder.pause()
      add(1)
      recorder.resume()
      add(2)
    }
    #expect(session.log.steps == [1...2, 5...6, 8...9])
  }

  private func search(_ text: String, hasStores: Bool = true) throws -> Search {
    try Search(session.log, for: Condition(text), with: hasStores ? session.replay() : nil)
  }

  private func steps(_ text: String, hasStores: Bool = true) throws -> [Step] {
    try search(text, hasStores: hasStores).steps(in: 0...9)
  }

  @Test func `a search checks its condition at states that no action led to`() throws {
    #expect(try steps("state('cart.total') = 40") == [4])
    #expect(try steps("state('cart.total') > 0 and type is null") == [4, 7])
    #expect(try steps("state('cart.total') between 40 and 70") == [4, 5, 6, 7])
  }

  @Test(arguments: [true, false])
  func `a search with or without the app's stores finds states that no action led to`(
    hasStores: Bool
  ) throws {
    #expect(try steps("type is null", hasStores: hasStores) == [0, 4, 7])
    #expect(try steps("step > 5", hasStores: hasStores) == [6, 7, 8, 9])
  }

  @Test func `a state without an action is compared with the step before it, if that is known`()
    throws
  {
    #expect(try steps("changed('cart.total') is null") == [0, 4])
    #expect(try steps("changed('cart.total') and type is null") == [7])
    #expect(try steps("before('cart.total') = 60") == [7])
  }

  @Test func `a state without an action is found in both directions and can be evaluated alone`()
    throws
  {
    let search = try search("state('cart.total') = 70")
    #expect(try search.nextStep(after: 2) == 7)
    #expect(search.skipped == [3...3])
    #expect(try search.previousStep(before: 9) == 7)
    #expect(try search.stop(at: 7)?.step == 7 && search.stop(at: 4) == nil)
    let printing = try Search(
      session.log, for: [], printing: [Condition("state('cart.total')")], with: session.replay())
    #expect(try printing.answers(at: 4) == [.real(40)])
    #expect(try printing.answers(at: 3) == nil)
  }
}
