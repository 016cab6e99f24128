import PlayheadReplay
import Testing

/// What is said of expressions that are none, word for word, where no transcript has it.
@Suite struct ConditionErrorTests {
  private static let sentences: [(text: String, sentence: String)] = [
    (
      "type = Undo",
      "unknown column 'Undo' at character 8; a text is written 'Undo' in single quotes, a value of the "
        + "state state('Undo'), and the columns are 'step', 'type', 'time', 'cause', 'payload'"
    ),
    (
      "step > 1 and cart.total > 100",
      "unknown column 'cart.total' at character 14; a value of the state is written state('cart.total')"
    ),
    ("chnged('x')", "unknown function 'chnged' at character 1; did you mean 'changed'?"),
    (
      "state('cart..total')",
      "'cart..total' is not a path: expected a name at character 6 (the text at character 7 of "
        + "the condition)"
    ),
  ]

  @Test(arguments: sentences)
  func `an error in a condition is reported with its position`(text: String, sentence: String) {
    let error = #expect(throws: ConditionError.self) { try Condition(text) }
    #expect(error?.description == sentence)
  }

  private static let now = "the current time, which is different each time, cannot be used at"

  private static let reasons: [(text: String, reason: String)] = [
    ("playhead_payload()", "the function 'playhead_payload' cannot be used at character 1"),
    (
      "state('cart', 1)",
      "'state' takes a different number of arguments at character 1; write state('a.place')"
    ),
    ("step = 1) or (1", "unexpected ')' at character 9"),
    ("type = 'a", "a quotation mark is not closed at character 8"),
    (
      "1; drop table here",
      "it has more than one expression, with ';' at character 2; combine them with 'and' or 'or'"
    ),
    ("step = ?", "a parameter cannot be used at character 8"),
    ("random() > 0", "the function 'random' cannot be used at character 1"),
    ("length(randomblob(1000000000))", "the function 'randomblob' cannot be used at character 8"),
    ("date('NOW') > '2024'", "\(now) character 6"),
    ("step > 1 and julianday()", "\(now) character 14"),
    ("strftime('%s', /* then */ 'now') > 0", "\(now) character 27"),
    (#""date"() > '2024'"#, "\(now) character 2"),
    (
      "datetime(max(time, 1), 'unixepoch', 'localtime') > 0",
      "the machine's time zone, which differs between machines, cannot be used at character 37"
    ),
    ("load_extension('x')", "the function 'load_extension' cannot be used at character 1"),
    ("(select name from sqlite_master) = 'a'", "the table 'sqlite_master' cannot be used"),
    (
      "(with recursive c(n) as (select 1 union all select n + 1 from c) select count(*) from c)",
      "the table 'c' cannot be used"
    ),
    ("(1, 2) = 3", "row value misused"),
  ]

  @Test(arguments: reasons)
  func `a text that is no condition is reported with the reason`(text: String, reason: String) {
    let error = #expect(throws: ConditionError.self) { try Condition(text) }
    #expect(error?.description == "'\(text)' is not a condition: \(reason)")
  }

  @Test func `a condition that is too deep or too long is refused`() {
    let deep = String(repeating: "(", count: 5_000) + "1" + String(repeating: ")", count: 5_000)
    let long = Array(repeating: "1", count: 20_000).joined(separator: " + ")
    let huge = "'" + String(repeating: "a", count: 2_000_000) + "' = type"
    for text in [deep, long, huge] {
      let error = #expect(throws: ConditionError.self) { try Condition(text) }
      #expect(error?.reason == .unusable("it is nested too deeply, or has too many parts"))
    }
  }

  @Test(arguments: [
    "length(zeroblob(1000000000)) > 0",
    "length(replace(hex(zeroblob(20000000)), '0', '0000000000')) > 0",
  ])
  func `a condition that makes a value over the size limit is an error`(text: String) throws {
    let asking = try Asking()
    let error = #expect(throws: ConditionError.self) { try asking.steps(where: text) }
    #expect(
      error?.description == "'\(text)' is not a condition: it makes a value of more than 256 MiB")
  }

  @Test func `a condition with a store that the log lacks is an error that names it`() throws {
    let asking = try Asking()
    let far = #expect(throws: ConditionError.self) {
      try asking.steps(where: "changed('document')")
    }
    #expect(
      far?.description
        == "the log has no store 'document' at character 9; the stores are: 'cart', 'notes'")
  }

  @Test func `an invalid path that a condition computes for a step is an error`() throws {
    let asking = try Asking()
    let error = #expect(throws: ConditionError.self) {
      try asking.steps(where: "state(type || '..')")
    }
    #expect(
      error?.description == "'Add..' is not a path: expected a name at character 5")
  }
}
