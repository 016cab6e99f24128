import Testing
import TextEditor

@Suite struct `The view` {
  @Test func `the text editor's view shows the caret, the line numbers and the statistics`() throws
  {
    let session = try EditorSession()
    try session.perform(#"insert Hello\nwörld again"#, "move 9")
    #expect(
      session.editor.view == """
            1  Hello
            2  wör‸ld again
        [2 lines, 3 words, 17 characters · caret at 9, line 2, column 4]
        """)
  }

  @Test func `the text editor's view shows only the lines around the caret of a long document`()
    throws
  {
    let session = try EditorSession()
    let text = (1...100).map { "l\($0)" }.joined(separator: "\n")
    session.dispatch(Replace(at: 0, text: text))
    try session.perform("move line 50")
    let lines = session.editor.view.split(separator: "\n")
    #expect(lines.first == "… 44 lines above")
    #expect(lines[1] == "   45  l45")
    #expect(lines[6] == "   50  ‸l50")
    #expect(lines.dropLast().last == "… 45 lines below")
    #expect(lines.count == 14)
  }

  @Test func `the text editor's view shows only the part around the caret of a long line`() throws {
    let session = try EditorSession()
    session.dispatch(
      Replace(at: 0, text: String(repeating: "x", count: 500) + "\n"),
      Replace(at: 0, text: String(repeating: "y", count: 500) + "\n"), MoveCaret(to: 250))
    let lines = session.editor.view.split(separator: "\n")
    let half = String(repeating: "y", count: 36)
    #expect(lines[0] == "    1  …\(half)‸\(half)…")
    #expect(lines[1] == "    2  " + String(repeating: "x", count: 72) + "…")
  }
}
