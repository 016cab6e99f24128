import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct SwiftTextTests {
  static let cases: [(Value, String)] = [
    (.null, "nil"), (1.0, "1.0"), ("a\"b\n\u{1B}", #""a\"b\n\u{1b}""#), ([], "[]"),
    (.dictionary([]), "[:]"), (.record([]), "()"), (.set([1]), "Set([1])"),
    (.dictionary([.init(["x": 1], "a")]), #"[(x: 1): "a"]"#),
    (["sku": "A-7", "quantity": 2], #"(sku: "A-7", quantity: 2)"#),
    (["first name": 1], #"("first name": 1)"#),
    (["idle": [:]], ".idle"), (["loading": ["progress": 0.5]], "(loading: (progress: 0.5))"),
    (["some": ["_0": 1, "_x": 2]], ".some(1, _x: 2)"), (.bytes([0, 255]), "Data(00 ff)"),
    (.date(Date(timeIntervalSinceReferenceDate: 0)), "2001-01-01T00:00:00Z"),
    (.decimal("-12e-1"), "-1.2"), (.decimal("12e3"), "12000"), (.decimal("1e40"), "1e40"),
    (["status": ["idle": [:]]], "(status: .idle)"),
    (["status": ["loading": ["_0": 1]]], "(status: .loading(1))"),
    (["add": ["item": ["sku": "A"]]], #"(add: (item: (sku: "A")))"#),
    (["add": ["_0": ["idle": [:]]]], ".add(.idle)"),
  ]

  @Test(arguments: cases)
  func `values print as Swift code`(_ value: Value, _ text: String) {
    #expect(value.description == text)
  }

  @Test(arguments: [
    (83, #"(title: "Birds", rows: [(name: "owl", legs: 2), (name: "kea", legs: 2)], next: nil)"#),
    (82, #"(title: "Birds", rows: [(name: "owl", legs: 2), … 1 more], next: nil)"#),
    (58, #"(title: "Birds", rows: […], next: nil)"#), (30, #"(title: "Birds", … 2 more)"#),
    (10, "(…)"), (0, "(…)"),
  ])
  func `a value printed on one line shows as much as fits and counts what it leaves out`(
    limit: Int, line: String
  ) {
    let rows: [Value] = ["owl", "kea"].map {
      .record([.init("name", .string($0)), .init("legs", .int(2))])
    }
    let page = Value.record([
      .init("title", .string("Birds")), .init("rows", .list(rows)), .init("next", .null),
    ])
    var options = PrintOptions()
    options.lineLimit = limit
    #expect(page.swiftText(options: options) == line)
  }

  @Test func `a value that is known not to be an enum case prints as a record`() {
    var options = PrintOptions()
    options.isWholeNoCase = true
    let old: Value = ["feed": ["status": ["idle": [:]], "count": 1]]
    let new: Value = ["feed": ["status": ["idle": [:]], "count": 2]]
    #expect(old.swiftText(options: options) == "(feed: (status: .idle, count: 1))")
    #expect(
      Diff(from: old, to: new).text(options: options) == """
          (
            feed: (
              … 1 unchanged,
        −     count: 1
        +     count: 2
            )
          )
        """)
  }

  @Test func `printing shortens long texts, lists and bytes and counts what it leaves out`() {
    var options = PrintOptions()
    (options.textLimit, options.elementLimit, options.byteLimit) = (7, 2, 1)
    let text = Value.string("The qui" + String(repeating: "é", count: 104_000))
    #expect(text.swiftText(options: options) == #""The qui" … 104,000 more characters"#)
    #expect(
      Value.string("The quic").swiftText(options: options) == #""The qui" … 1 more character"#)
    #expect(Value.string("Thé quí").swiftText(options: options) == #""Thé quí""#)
    #expect(([1, 2, 3] as Value).swiftText(options: options) == "[1, 2, … 1 more]")
    #expect(Value.bytes([1, 2, 3]).swiftText(options: options) == "Data(01 … 2 more bytes)")
  }
}

/// Printed values in which what changed is marked.
@Suite struct MarkedTextTests {
  private func marked(_ old: Value, _ new: Value, width: Int = 14) -> String {
    var options = PrintOptions()
    options.width = width
    return Diff(from: old, to: new).markedText(of: new, options: options)
  }

  @Test
  func
    `a replaced value prints with a star on every line, and an unchanged or removed one without`()
  {
    #expect(marked([1, 2], [1, 2]) == "  [1, 2]")
    #expect(marked(1, 2) == "* 2")
    #expect(marked(["aaaaaa", "bbbbbb"], ["aaaaaa"]) == "  [\"aaaaaa\"]")
    #expect(marked(.null, ["aaaaaa", "bbbbbb"]) == "* [\n*   \"aaaaaa\",\n*   \"bbbbbb\"\n* ]")
  }

  @Test func `a value on several lines has stars only on the lines with changes`() {
    #expect(
      marked(["aaaaaa", "bbbbbb"], ["aaaaaa", "cccccc", "dddddd"])
        == "  [\n    \"aaaaaa\",\n*   \"cccccc\",\n*   \"dddddd\"\n  ]")
    let old = Value.record([
      .init("a", 1), .init("b", .record([.init("x", 1), .init("y", "same")])),
    ])
    let new = Value.record([
      .init("a", 1), .init("b", .record([.init("x", 2), .init("y", "same")])),
    ])
    #expect(marked(old, new, width: 24) == "  (\n    a: 1,\n*   b: (x: 2, y: \"same\")\n  )")
    #expect(
      marked(old, new, width: 12)
        == "  (\n    a: 1,\n    b: (\n*     x: 2,\n      y: \"same\"\n    )\n  )")
    #expect(marked(old, new, width: 40) == "* (a: 1, b: (x: 2, y: \"same\"))")
  }

  @Test func `a change in a hidden list element has no star in the printed value`() {
    var options = PrintOptions()
    options.elementLimit = 1
    let diff = Diff(from: [1, 2], to: [1, 3])
    #expect(diff.markedText(of: [1, 3], options: options) == "  [1, … 1 more]")
  }
}
