import Foundation
import PlayheadFlux
import PlayheadTerminal
import Testing
import TextEditor

@Suite struct `A trace` {
  private static let small = """
    {"startContent": "", "endContent": "Hülse 😀!", "note": [1, {"x": null}], "txns": [
      {"time": "1970-01-01T00:00:00.000Z", "patches": [[0, 0, "Helse"]]},
      {"time": "2021-04-19T06:06:58.219Z", "agent": 0, "patches": [[1, 1, "\\u00fc"], [5, 0, " \\ud83d\\ude00"]]},
      {"time": "2020-02-29T23:59:59+02:00", "patches": []},
      {"time": "2021-04-19T06:06:58Z", "patches": [[7, 0, "!"]]},
      {"patches": [[0, 0, ""]]}
    ]}
    """

  @Test func `the text editor makes an action from each patch of an editing trace`() throws {
    let script = try #require(try TextEditor.script(from: Data(Self.small.utf8)))
    let actions = script.compactMap { $0.action as? Replace }
    #expect(actions.map(\.at) == [0, 1, 5, 7, 0])
    #expect(actions.map(\.count) == [0, 1, 0, 0, 0])
    #expect(actions.map(\.text) == ["Helse", "ü", " 😀", "!", ""])
    #expect(actions.map(\.transaction) == [0, 1, 1, 3, 4])
    #expect(
      script.map(\.time) == [
        .zero, .milliseconds(1_618_812_418_219), .milliseconds(1_618_812_418_219),
        .seconds(1_618_812_418), nil,
      ])
  }

  @Test func `the actions of an editing trace give its final text, and undo gives the text before`()
    throws
  {
    let session = try EditorSession()
    let script = try #require(try TextEditor.script(from: Data(Self.small.utf8)))
    for step in script { session.dispatch(step.action) }
    #expect(session.text.unicodeScalars.elementsEqual("H\u{fc}lse 😀!".unicodeScalars))
    #expect(session.statistics == session.recount)
    #expect(try session.perform("undo", "undo") == "Helse")
  }

  @Test(arguments: [
    "", "insert {", "[1, 2]", "# {", " \n", "\u{FEFF}",
  ])
  func `the text editor does not read command lines and other input as an editing trace`(
    input: String
  ) throws {
    #expect(try TextEditor.script(from: Data(input.utf8)) == nil)
  }

  @Test(arguments: Refusal.all)
  func `a damaged editing trace is an error with a sentence`(refusal: Refusal) {
    #expect(throws: CommandError(refusal.sentence)) {
      try TextEditor.script(from: Data(refusal.input.utf8))
    }
  }

  @Test func `a compressed editing trace is an error that names 'gunzip'`() {
    #expect(
      throws: CommandError(
        "the input is compressed with gzip; pass it through 'gunzip -c' first")
    ) {
      try TextEditor.script(from: Data([0x1F, 0x8B, 0x08, 0x00]))
    }
  }

  @Test func `an editing trace cut at any byte is an error`() {
    let bytes = Array(Self.small.utf8)
    for length in 1..<bytes.count {
      #expect(throws: CommandError.self) {
        try TextEditor.script(from: Data(bytes[..<length]))
      }
    }
  }
}

/// A damaged trace and what is said of it.
struct Refusal: Sendable {
  let input: String
  let sentence: String

  init(_ input: String, _ sentence: String) {
    self.input = input
    self.sentence = sentence
  }

  init(transactions: String, _ sentence: String) {
    input = #"{"startContent": "", "endContent": "", "txns": [\#(transactions)]}"#
    self.sentence = sentence
  }

  static let all = [
    Refusal(
      #"{"startContent": "", "endC"#, "the trace breaks off after 26 bytes; get the whole file"),
    Refusal(
      #"{"startContent": "" "endContent": ""}"#,
      "the trace is not valid JSON, or has a number that is not a whole one; "
        + "compare it with the original"),
    Refusal(
      transactions: #"{"time": "2020-01-01T00:00:00Z"}"#,
      "the trace has no 'patches' at txns[0]; an editing trace is "
        + #"{"startContent", "endContent", "txns"}, and a transaction {"time", "patches"}"#),
    Refusal(
      transactions: #"{"patches": [[0, 0, "a"], [0, "x", "a"]]}"#,
      "the trace has a value of the wrong type at txns[0].patches[1][1]; "
        + #"a patch is [position, deleted count, "inserted text"]"#),
    Refusal(
      transactions: #"{"patches": [[0, 0, "a", 1]]}"#,
      "the trace has more than three elements at txns[0].patches[0]; "
        + #"a patch is [position, deleted count, "inserted text"]"#),
    Refusal(
      transactions: #"{"patches": []}, {"time": "yesterday", "patches": []}"#,
      "the trace has 'yesterday' at txns[1].time, "
        + "which is not a time like 2021-04-19T06:06:58.513Z"),
    Refusal(
      transactions: #"{"patches": [[0, 0, "abc"], [2, 2, ""]]}"#,
      "the trace edits outside the text at txns[0].patches[1], where the text has 3 scalars; "
        + "the file is damaged or counts in other units than Unicode scalars"),
    Refusal(
      #"{"startContent": "abc", "endContent": "", "txns": []}"#,
      "the trace starts with 3 scalars of text in 'startContent' and only traces that start empty "
        + "can be recorded; make the text the first transaction's patch"),
  ]
}
