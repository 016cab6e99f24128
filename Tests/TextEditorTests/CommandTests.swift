import FluxTesting
import Testing
import TextEditor

@Suite struct `A command line of the text editor` {
  @Test func `'insert' in the text editor inserts text at the caret and resolves escapes`() throws {
    let session = try EditorSession()
    #expect(try session.perform(#"insert  a\tb\\n\n"#, "insert ü😀") == " a\tb\\n\nü😀")
    #expect(session.caret.head == 9)
  }

  @Test func `'insert' and 'delete' in the text editor replace the selection, in either direction`()
    throws
  {
    let session = try EditorSession()
    #expect(try session.perform("insert abcdef", "select 4 1", "insert -") == "a-ef")
    #expect(session.caret.head == 2)
    #expect(try session.perform("select 0 2", "delete") == "ef")
    #expect(try session.perform("select all", "insert new") == "new")
    try session.perform("select \(Int.min) \(Int.max)")
    #expect(session.caret.selection == 0..<3)
  }

  @Test func `'replace' in the text editor replaces text at a position, also one outside the text`()
    throws
  {
    let session = try EditorSession()
    #expect(try session.perform("insert abc", "replace 1 1 xyz", "replace 0 1") == "xyzc")
    #expect(try session.perform("replace 99 99 !", "replace -5 0 !") == "!xyzc!")
  }

  @Test func `'undo' and 'redo' in the text editor take an edit back and repeat it`() throws {
    let session = try EditorSession()
    #expect(try session.perform("insert one", "insert  two", "undo") == "one")
    #expect(try session.perform("redo") == "one two")
    #expect(try session.perform("undo", "undo") == "")
    #expect(session.refusal(of: "undo") == "there is nothing to undo; edit first")
    try session.perform("insert x")
    #expect(session.refusal(of: "redo") == "there is nothing to redo; 'undo' comes first")
  }

  @Test(arguments: [
    ("insert", "there is no text to insert; say 'insert TEXT'"),
    (#"insert \q"#, #"'\q' means nothing; a backslash itself is written '\\'"#),
    ("delete 0", "'0' is not a count; say 'delete' or 'delete 3'"),
    ("delete 1 2", "'delete' does not take '2'; 'help' lists what it takes"),
    (
      "move",
      "'move' needs to know where to; say 'move 12', 'move +3', 'move -3', 'move start', "
        + "'move end' or 'move line 2'"
    ),
    ("move line", "'move line' needs a line's number, as in 'move line 2'"),
    ("select a b", "'select' needs two positions or 'all', as in 'select 4 9'"),
    (
      "replace 1",
      "'replace' needs a position and a count, as in 'replace 4 5 new text' or 'replace 4 5'"
    ),
  ])
  func `the sample app answers a wrong command line with an error sentence and changes nothing`(
    line: String, sentence: String
  )
    throws
  {
    let session = try EditorSession()
    #expect(session.refusal(of: line) == sentence)
    #expect(session.text == "")
  }
}

/// The session that `tools/demo` records: `fixtures/text-editor/letter.txt`.
@Suite struct LetterTests {
  @Test
  func `the text editor makes the expected letter from the commands of the script 'letter.txt'`()
    throws
  {
    let session = try EditorSession()
    let script = try FixtureFile.text("text-editor/letter.txt")
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
      try session.perform(String(line))
    }
    #expect(try session.text == FixtureFile.text("text-editor/letter.expected.txt"))
  }
}
