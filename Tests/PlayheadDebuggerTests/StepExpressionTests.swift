import PlayheadDebugger
import PlayheadLog
import Testing

@Suite struct StepExpressionTests {
  /// A log of 1,000 steps after step 0, one every 10 ms.
  let scope = StepScope(first: 0, last: 1_000) {
    Step(UInt64(max(0, $0) / 10_000_000))
  }

  /// What is left of a log whose start was lost.
  let lateScope = StepScope(first: 500, last: 600) { _ in 400 }

  @Test(
    arguments: [
      ("0", 0), ("42", 42), ("0042", 42), ("1000", 1_000), ("0%", 0), ("50%", 500), ("12.34%", 123),
      ("99.999999999%", 999), ("100%", 1_000), ("end", 1_000), ("+0s", 0), ("+8.32s", 832),
      ("+0.1s", 10), ("+250ms", 25), ("+0.05min", 300), ("+0.002h", 720),
    ] as [(String, Step)])
  func `a step expression resolves to its step`(text: String, step: Step) throws {
    #expect(try StepExpression(parsing: text).resolve(in: scope) == step)
  }

  @Test(
    arguments: [("0%", 500), ("50%", 550), ("100%", 600), ("500", 500), ("end", 600)]
      as [(String, Step)])
  func `a step expression like '50%' refers to the steps that the log has, if it starts later`(
    text: String, step: Step
  )
    throws
  {
    #expect(try StepExpression(parsing: text).resolve(in: lateScope) == step)
  }

  @Test func `step expressions work for the largest possible log`() throws {
    let scope = StepScope(first: 0, last: Step(.max)) { _ in 0 }
    #expect(try StepExpression(parsing: "50%").resolve(in: scope) == Step(.max / 2))
    #expect(try StepExpression(parsing: "100%").resolve(in: scope) == Step(.max))
    #expect(try StepExpression(parsing: "18446744073709551615").resolve(in: scope) == Step(.max))
  }

  @Test func `a time offset is exact to the nanosecond`() throws {
    #expect(try StepExpression(parsing: "+83.2s") == .time(nanoseconds: 83_200_000_000))
    #expect(try StepExpression(parsing: "+0.000000001s") == .time(nanoseconds: 1))
    #expect(
      try StepExpression(parsing: "+9223372036.854775807s") == .time(nanoseconds: .max))
  }

  @Test(
    arguments: [("+0.145s", 145), ("+145ms", 145), ("+0.1454s", 14), ("+0.145s..+0.1451s", 145)]
      as [(String, Step)])
  func
    `a time copied from a list of actions selects its step although lists show only milliseconds`(
      text: String, step: Step
    ) throws
  {
    // The steps at 0.145958 s are those that a list shows at +0.145s.
    let scope = StepScope(first: 0, last: 1_000) { $0 >= 145_958_681 ? 145 : 14 }
    #expect(try StepRangeExpression(parsing: text).resolve(in: scope).from == step)
  }

  @Test(arguments: [
    "", " ", "x", "-x", "end-", "1.5", "1 ", "١", "18446744073709551616", "END", "@", "@a.b",
    "@a b", "+",
    "+s",
    "+5",
    "+-5s",
    "+1.2.3s", "+.5s", "+5.s", "+1.0000000001s", "+9223372036.854775808s", "+99999999999h", "%",
    "-1%", "5 %", "12.1234567890%",
  ]) func `StepExpression refuses text that is not a step`(text: String) {
    #expect(throws: StepExpressionError.notAStep(text)) { try StepExpression(parsing: text) }
  }

  @Test(
    arguments: [
      ("3..5", 3, 5), ("5..3", 5, 3), ("3..", 3, 1_000), ("..5", 0, 5), ("0..end", 0, 1_000),
      ("50%..100%", 500, 1_000), ("+1.5s..+2s", 150, 200),
    ] as [(String, Step, Step)])
  func `a range expression resolves to its two steps`(text: String, from: Step, to: Step) throws {
    let range = try StepRangeExpression(parsing: text).resolve(in: scope)
    #expect(range == (from, to))
  }

  @Test(arguments: ["", "x", "..", "ends", "5-6"])
  func `StepRangeExpression refuses text that is not a range of steps`(text: String) {
    #expect(throws: StepExpressionError.notARange(text)) { try StepRangeExpression(parsing: text) }
  }

  @Test func `each error of a step expression is one sentence`() throws {
    #expect(
      sentence { try StepExpression(parsing: "abc") }
        == "'abc' is not a step: write '42', '50%', 'end', 'end-10', '+83.2s' or '@10:42:07'")
    #expect(
      sentence { try StepExpression(parsing: "1..2") }
        == "'1..2' is a range of steps, but a single step is expected")
    #expect(
      sentence { try StepExpression(parsing: "101%") }
        == "'101%' is beyond the end, which is '100%'")
    #expect(
      sentence { try StepExpression(parsing: "1001").resolve(in: scope) }
        == "step 1001 is not in this log, which has steps 0 to 1000")
    #expect(try StepExpression(parsing: "end-1000").resolve(in: scope) == 0)
    #expect(
      sentence { try StepExpression(parsing: "end-101").resolve(in: lateScope) }
        == "'end-101' is before step 500, the first of this log; 'end' is step 600")
    #expect(
      sentence { try StepExpression(parsing: "+1s").resolve(in: lateScope) }
        == "step 400 is not in this log, which has steps 500 to 600")
    #expect(
      sentence { try StepRangeExpression(parsing: "x") }
        == "'x' is not a range of steps: write 'A..B', 'A..', '..B', or one step")
  }

  @Test func `a range from a later to an earlier step is refused`() throws {
    #expect(
      sentence { try StepRangeExpression(parsing: "5..3").resolveForwards(in: scope) }
        == "the range goes backward, from step 5 to step 3; name the earlier step first, as in '3..5'"
    )
    #expect(throws: StepExpressionError.backward(from: 1000, to: 3)) {
      try StepRangeExpression(parsing: "end..3").resolveForwards(in: scope)
    }
    #expect(try StepRangeExpression(parsing: "7").resolveForwards(in: scope) == 7...7)
    #expect(try StepRangeExpression(parsing: "3..5").resolveForwards(in: scope) == 3...5)
  }

  // MARK: Bookmarks

  @Test func `a bookmark resolves to the step that it names`() throws {
    let scope = StepScope(first: 0, last: 9, bookmarks: ["before-it": 3, "größe_2": 7]) { _ in 0 }
    #expect(try StepExpression(parsing: "@before-it").resolve(in: scope) == 3)
    let range = try StepRangeExpression(parsing: "@before-it..@größe_2").resolve(in: scope)
    #expect(range.from == 3 && range.to == 7)
  }

  @Test(
    arguments: [
      (nil, "'@here' is a bookmark; only 'playhead debug' has bookmarks"),
      ([], "there is no bookmark 'here'; 'bookmark here' gives the current step this name"),
      (["hera"], "there is no bookmark 'here'; did you mean 'hera'?"),
      (["b", "a"], "there is no bookmark 'here'; there are: 'a', 'b'"),
    ] as [([String]?, String)])
  func `an unknown bookmark is an error with a suggestion`(names: [String]?, sentence: String)
    throws
  {
    let steps = names.map { Dictionary(uniqueKeysWithValues: $0.map { ($0, Step(1)) }) }
    let scope = StepScope(first: 0, last: 9, bookmarks: steps) { _ in 0 }
    let error = #expect(throws: StepExpressionError.self) {
      try StepExpression(parsing: "@here").resolve(in: scope)
    }
    #expect(error.map { "\($0)" } == sentence)
  }
}

/// What an error says.
private func sentence(_ work: () throws -> Any) -> String {
  do {
    return "no error: \(try work())"
  } catch {
    return "\(error)"
  }
}
