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
    "", " ", "-x", "end-", "1.5", "1 ", "١", "18446744073709551616", "END", "@", "@a.b", "+", "+s",
    "+5", "+-5s", "+1.2.3s", "+1.0000000001s", "+9223372036.854775808s", "%", "-1%", "5 %",
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

  @Test(
    arguments: [
      ("+1.5s..+2s", 150, 200), ("+1.501s..+2s", 151, 200), ("+9.995s..", 1_000, 1_000),
      ("+0s..+1s", 0, 100), ("+1.5s..+1.5s", 150, 150), ("+1.501s", 150, 150),
    ] as [(String, Step, Step)])
  func `a list from a time begins with the first action at or after it`(
    text: String, from: Step, to: Step
  ) throws {
    #expect(try StepRangeExpression(parsing: text).resolveForwards(in: scope) == from...to)
  }

  @Test func `a list from a time without an action up to its end is refused`() throws {
    for text in ["+1.502s..+1.508s", "+1.502s..150"] {
      #expect(throws: StepExpressionError.noAction(after: 150), "\(text)") {
        try StepRangeExpression(parsing: text).resolveForwards(in: scope)
      }
    }
    #expect(throws: StepExpressionError.outside(step: 1_001, first: 0, last: 1_000)) {
      try StepRangeExpression(parsing: "+10.01s..").resolveForwards(in: scope)
    }
  }

  @Test func `a range from a later to an earlier step is refused`() throws {
    #expect(throws: StepExpressionError.backward(from: 1000, to: 3)) {
      try StepRangeExpression(parsing: "end..3").resolveForwards(in: scope)
    }
    #expect(try StepRangeExpression(parsing: "7").resolveForwards(in: scope) == 7...7)
    #expect(try StepRangeExpression(parsing: "3..5").resolveForwards(in: scope) == 3...5)
  }
}
