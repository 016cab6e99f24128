import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct StyledTextTests {
  private let name = "a\u{1B}[31m\nb"

  @Test func `interpolated line breaks are escaped, and line breaks of the literal are kept`() {
    let text: StyledText = "one\n\(name)"
    #expect(text.plain == "one\na\\u{1B}[31m\\nb")
  }

  @Test func `a style changes the colored output but not the plain text`() {
    let text: StyledText = "\(StyledText(name, .green)): \(name)"
    #expect(
      text.rendered(isColored: true)
        == "\u{1B}[32ma\\u{1B}[31m\\nb\u{1B}[0m: a\\u{1B}[31m\\nb")
    #expect(text.rendered(isColored: false) == text.plain)
  }

  @Test func `control characters other than line breaks are always escaped`() {
    let text = StyledText(lines: "a\u{9B}2J\nb\r") + StyledText(stringLiteral: "\u{1B}c")
    #expect(text.rendered(isColored: true) == #"a\u{009B}2J"# + "\n" + #"b\r\u{1B}c"#)
  }

  @Test func `each line of a diff has the color of its leading sign`() {
    let text = StyledText(marked: "  same\n    − old\n+ new\n* other\n-1")
    #expect(
      text.rendered(isColored: true)
        == "  same\n\u{1B}[31m    − old\u{1B}[0m\n\u{1B}[32m+ new\u{1B}[0m\n\u{1B}[33m* other\u{1B}[0m\n-1"
    )
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é…→", 3), ("漢字", 4), ("한글", 4), ("ＡＢ", 4), ("🙂", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2),
    ("♥", 1), ("♥️", 2), ("e\u{301}", 1),
  ]) func `a text's width is the number of columns that it takes in a terminal`(
    text: String, columns: Int
  ) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [(3, "漢…"), (4, "漢…"), (5, "漢字…"), (6, "漢字仮")])
  func `a styled text that is cut to a width takes at most that many columns`(
    columns: Int, text: String
  ) {
    #expect(StyledText("漢字仮").cut(to: columns).plain == text)
  }
}
