import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct JSONTests {
  static let cases: [(Value, String)] = [
    (.null, "null"), (true, "true"), (-3, "-3"), (.uint(.max), "18446744073709551615"),
    (.int128(.min), "-170141183460469231731687303715884105728"),
    (.uint128(.max), "340282366920938463463374607431768211455"),
    (0.1, "0.1"), (1e300, "1e+300"), (-0.0, "-0.0"), (.float(0.1), "0.1"),
    (.double(.nan), "\"NaN\""), (.double(.infinity), "\"Infinity\""),
    (.float(-.infinity), "\"-Infinity\""),
    (.decimal("-12e-1"), "-1.2"), (.decimal("NaN"), "\"NaN\""), (.decimal("01"), "\"01\""),
    (.bytes([0, 255]), "\"AP8=\""),
    (.set([1, 2]), "[1,2]"), ([], "[]"), ([:], "{}"), (.dictionary([]), "{}"),
    (["b": 1, "a": ["x": "y"]], #"{"b":1,"a":{"x":"y"}}"#),
    (.dictionary([.init("k", 1)]), #"{"k":1}"#),
    (.dictionary([.init(2, "two")]), #"[{"key":2,"value":"two"}]"#),
    (.dictionary([.init("k", 1), .init(2, 3)]), #"[{"key":"k","value":1},{"key":2,"value":3}]"#),
    ("\"\\/\n\r\t\u{0}\u{1F}\u{7F}é😀", "\"\\\"\\\\/\\n\\r\\t\\u0000\\u001f\u{7F}é😀\""),
  ]

  @Test(arguments: cases)
  func `a value has the expected JSON`(_ value: Value, _ json: String) {
    #expect(value.json == json)
  }

  static let dates: [(Double, String)] = [
    (0.0, "2001-01-01T00:00:00Z"), (0.25, "2001-01-01T00:00:00.25Z"),
    (-0.25, "2000-12-31T23:59:59.75Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
    (-978_307_201, "1969-12-31T23:59:59Z"), (1e-5, "2001-01-01T00:00:00.00001Z"),
    (803_290_959.5, "2026-06-16T08:22:39.5Z"),
    (0.30000000000000004, "2001-01-01T00:00:00.30000000000000004Z"),
    (-63_113_904_000, "0001-01-01T00:00:00Z"), (1e12, "+33689-09-27T01:46:40Z"),
    (-1e12, "-29688-04-06T22:13:20Z"), (92_876_399, "2003-12-11T22:59:59Z"),
    (100_000_000.125, "2004-03-03T09:46:40.125Z"),
  ]

  @Test(arguments: dates)
  func `a date's JSON is the exact time in ISO 8601 form`(_ seconds: Double, _ text: String) {
    #expect(Value.date(Date(timeIntervalSinceReferenceDate: seconds)).json == "\"\(text)\"")
  }

  @Test func `dates from 1915 to 2408 match Foundation's calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for day in stride(from: -20_000, through: 160_000, by: Soak.isOn ? 7 : 101) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let text = [parts.year, parts.month, parts.day].compactMap(\.self)
        .map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: "-")
      #expect(Value.date(date).json == "\"\(text)T00:00:00Z\"")
    }
  }

  @Test func `a date out of range is written as a number or a text`() {
    #expect(Value.date(Date(timeIntervalSinceReferenceDate: .infinity)).json == "\"Infinity\"")
    #expect(Value.date(Date(timeIntervalSinceReferenceDate: 1e20)).json == "1e+20")
  }

  @Test func `Foundation can parse the JSON of every value`() throws {
    for seed in 0..<(Soak.isOn ? 1_000 : 200) {
      var generator = ValueGenerator(seed: UInt64(seed))
      let value = generator.value()
      #expect(throws: Never.self, "seed \(seed)") { try JSONTree(value.json) }
    }
  }

  @Test func `a long text is escaped completely`() throws {
    let text = String(repeating: "naïve \"text\"\n", count: 2_000)
    #expect(try JSONTree(Value.string(text).json) == .text(text))
  }
}
