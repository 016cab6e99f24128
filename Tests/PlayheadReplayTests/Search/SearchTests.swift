import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import Testing

/// Finding steps: forwards, backwards, in logs that are not whole, by several breakpoints.
@Suite struct SearchTests {
  private struct Enough: Error {}

  private func search(_ asking: Asking, _ text: String) throws -> Search {
    try Search(asking.log, for: Condition(text), with: asking.session.replay())
  }

  @Test(arguments: ["type = 'Note'", "changed('notes.texts')"])
  func `a search finds the next and the previous matching step from every step`(text: String) throws
  {
    let search = try search(Asking(), text)
    let next: [Step?] = try (0...7).map { try search.nextStep(after: Step($0)) }
    #expect(next == [2, 2, 4, 4, 6, 6, nil, nil])
    let previous: [Step?] = try (0...8).map { try search.previousStep(before: Step($0)) }
    #expect(previous == [nil, nil, nil, 2, 2, 4, 4, 6, 6])
    #expect(search.skipped == [])
  }

  @Test func `a backward search finds a step at any distance`() throws {
    let log = try Vault.session([], of: 120, seed: 1).log
    for step in 1...120 as ClosedRange<UInt64> {
      let search = try Search(log, for: Condition("step = \(step)"))
      #expect(try search.previousStep(before: 121) == Step(step))
    }
  }

  @Test func `a search stays within its step limits`() throws {
    let search = try search(Asking(), "type = 'Note'")
    #expect(try search.nextStop(after: 2, upTo: 3) == nil)
    #expect(try search.nextStop(after: 2, upTo: 4)?.step == 4)
    #expect(try search.previousStop(before: 6, downTo: 5) == nil)
    #expect(try search.stop(at: 4)?.step == 4)
    #expect(try search.stop(at: 5) == nil)
    #expect(try search.stop(at: 99) == nil)
  }

  @Test func `a condition is checked at the initial state, but a breakpoint on actions is not`()
    throws
  {
    let asking = try Asking()
    #expect(try search(asking, "state('cart.total') = 0").previousStep(before: 7) == 0)
    let any = try Search(asking.log, for: [Breakpoint()])
    #expect(try any.previousStep(before: 1) == nil)
    #expect(try any.nextStep(after: 0) == 1)
  }

  @Test func `'before' reads the state that the previous action left, even if it was not matched`()
    throws
  {
    let asking = try Asking()
    let search = try Search(
      asking.log, for: [Breakpoint(type: "Add")],
      printing: [Condition("before('notes.texts[0]')"), Condition("state('notes.texts[0]')")],
      with: asking.session.replay())
    var answers: [[Answer]] = []
    try search.forEachStop(in: 0...3) { answers.append($0.answers) }
    #expect(answers == [[.null, .null], [.text("note 1"), .text("note 1")]])
  }

  @Test
  func `a callback can stop a long evaluation of a condition, which otherwise ends at a limit`()
    throws
  {
    let list = "json_each('[" + Array(repeating: "1", count: 400).joined(separator: ",") + "]')"
    let text = "(select count(*) from \(list) a, \(list) b, \(list) c) = 1"
    let search = try search(Asking(), text)
    var looks = 0
    search.onStep = { _ in
      looks += 1
      if looks == 5 { throw Enough() }
    }
    #expect(throws: Enough.self) { try search.nextStep(after: 0) }
    search.onStep = { _ in }
    let error = #expect(throws: ConditionError.self) { try search.nextStep(after: 0) }
    #expect(error?.reason == .unusable("it takes too long for a single step"))
  }
}

/// Logs that lack steps.
@Suite struct LossySearchTests {
  private func search(_ text: String, damaging frames: [Int]) throws -> Search {
    let replay = try SumLog.replay(SumLog.bytes(damaging: frames, hasIndex: true))
    return try Search(replay.log, for: Condition(text), with: replay)
  }

  @Test func `'changed' is NULL at the first state after lost steps`() throws {
    let search = try search("changed('sum') is null", damaging: [2])
    #expect(try search.steps(in: 1...50) == [30])
  }

  @Test func `a search reports a damaged chunk once`() throws {
    let search = try search("type = 'Count'", damaging: [2, 5])
    var damages: [ReadingError.Damage] = []
    var count = 0
    try search.forEachStop(in: 1...50, onDamage: { damages.append($0) }) { _ in count += 1 }
    #expect(damages.map(\.steps) == [11...20, 31...40] && count == 30)
  }
}

/// The first step at which something holds.
@Suite struct BisectionTests {
  private func bisect(
    _ text: String, monotone: Bool, damaging frames: [Int] = [], in steps: ClosedRange<Step>? = nil
  ) throws -> Bisection {
    let replay = try SumLog.replay(SumLog.bytes(damaging: frames, hasIndex: true))
    return try Search(replay.log, for: Condition(text), with: replay)
      .bisect(in: steps, monotone: monotone)
  }

  @Test(arguments: [true, false], [0, 1, 17, 49, 50] as [UInt64])
  func `bisect finds the first step by scan and by binary search`(monotone: Bool, step: UInt64)
    throws
  {
    let found = try bisect("state('sum') >= \(SumLog.sum(step))", monotone: monotone)
    #expect(found.first == Step(step))
    #expect(found.method == (monotone ? .binarySearch : .scan))
    #expect(monotone ? found.lookCount <= 7 : found.lookCount == Int(step) + 1)
    #expect(found.skipped == [])
  }

  @Test(arguments: [true, false])
  func `bisect does not look at steps outside its range`(monotone: Bool) throws {
    #expect(try bisect("step >= 0", monotone: monotone, in: 12...45).first == 12)
    #expect(try bisect("step > 45", monotone: monotone, in: 12...45).first == nil)
  }

  @Test func `bisect with a wrong monotone claim still finds a step where the condition begins`()
    throws
  {
    let found = try bisect("step % 20 = 10", monotone: true)
    #expect(found.first == 50 || found.first == 10 || found.first == 30)
    #expect(try bisect("step % 20 = 10", monotone: false).first == 10)
  }

  @Test(arguments: [true, false])
  func `bisect skips and reports steps that cannot be replayed`(monotone: Bool) throws {
    let found = try bisect("state('sum') >= \(SumLog.sum(15))", monotone: monotone, damaging: [2])
    #expect(found.first == 30)
    #expect(found.skipped == [11...29])
  }
}

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
