import PlayheadFlux
import Testing
import TextEditor

@Suite struct `The history` {
  @Test
  func `one undo in the text editor takes back several backspaces, or several forward deletes`()
    throws
  {
    let session = try EditorSession()
    try session.perform("insert abcdef", "delete", "delete", "move 0")
    session.dispatch(Replace(at: 0, count: 1), Replace(at: 0, count: 1))
    #expect(session.text == "cd")
    #expect(try session.perform("undo") == "abcd")
    #expect(try session.perform("undo") == "abcdef")
    #expect(try session.perform("redo", "redo") == "cd")
  }

  @Test func `typing at another position starts a new undo group in the text editor`() throws {
    let session = try EditorSession()
    session.type("ab", at: 0)
    session.type("cd", at: 0)
    #expect(try session.perform("undo") == "ab")
  }

  @Test func `a caret move, an undo or a paste starts a new undo group in the text editor`()
    throws
  {
    let session = try EditorSession()
    session.type("ab", at: 0)
    session.dispatch(MoveCaret(to: 0), MoveCaret(to: 2))
    session.type("cd", at: 2)
    session.dispatch(Replace(at: 4, text: "pasted"))
    #expect(try session.perform("undo") == "abcd")
    session.type("e", at: 4)
    #expect(try session.perform("undo") == "abcd")
    #expect(try session.perform("undo") == "ab")
    #expect(try session.perform("undo") == "")
  }

  @Test func `one undo in the text editor takes back all edits with the same transaction number`()
    throws
  {
    let session = try EditorSession()
    try session.perform("insert foo foo foo")
    session.dispatch(
      Replace(at: 0, count: 3, text: "bar!", transaction: 7),
      Replace(at: 5, count: 3, text: "bar!", transaction: 7),
      Replace(at: 10, count: 3, text: "bar!", transaction: 7))
    #expect(session.text == "bar! bar! bar!")
    #expect(try session.perform("undo") == "foo foo foo")
    #expect(try session.perform("redo") == "bar! bar! bar!")
  }

  @Test func `the text editor limits the length of an undo group and the number of groups`() throws
  {
    let session = try EditorSession()
    session.type(String(repeating: "x", count: 300), at: 0)
    #expect(session.history.undoable.count == 2)
    for _ in 0..<300 { session.dispatch(Replace(at: 0, text: "paste")) }
    #expect(session.history.undoable.count == History.limit)
  }

  @Test func `edits, undo and redo without effect do not change the text editor's undo history`()
    throws
  {
    let session = try EditorSession()
    session.dispatch(Undo(), Redo(), Replace(at: 5, count: 5))
    #expect(session.history.undoable.isEmpty)
    try session.perform("insert a")
    session.dispatch(Redo(), Replace(at: 9), Redo())
    #expect(session.text == "a")
    #expect(session.history.undoable.count == 1)
    session.dispatch(Undo(), Undo())
    #expect(session.text == "")
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `undo restores each earlier state of random edits, and redo each later one`(seed: UInt64)
    throws
  {
    let session = try EditorSession()
    var random = SeededGenerator(seed: seed)
    // Fewer edits than the history keeps groups, so that undo leads to the very start.
    for _ in 0..<History.limit {
      session.dispatch(random.edit(upTo: session.statistics.scalars))
      #expect(session.statistics == session.recount)
    }
    let end = session.text
    var texts: [String] = []
    while !session.history.undoable.isEmpty {
      texts.append(session.text)
      session.dispatch(Undo())
      #expect(session.statistics == session.recount)
    }
    #expect(session.text == "")
    for text in texts.reversed() {
      session.dispatch(Redo())
      #expect(session.text.utf8.elementsEqual(text.utf8))
    }
    #expect(session.text.utf8.elementsEqual(end.utf8))
  }

  @Test
  func `edits at positions outside the text leave the text editor's statistics and caret correct`()
    throws
  {
    let session = try EditorSession()
    let extremes = [Int.min, -1, 0, 1, 3, Int.max]
    for at in extremes {
      for count in extremes {
        session.dispatch(
          Replace(at: at, count: count, text: "ab\n"), MoveCaret(to: at),
          Select(anchor: at, head: count))
        #expect(session.statistics == session.recount)
        #expect(session.caret.selection.upperBound <= session.statistics.scalars)
      }
    }
  }
}

extension SeededGenerator {
  /// An edit that may belong to a gesture and may reach beyond the text.
  fileprivate mutating func edit(upTo count: Int) -> Replace {
    let hasGesture = Bool.random(using: &self)
    return Replace(
      at: Int.random(in: 0...count + 2, using: &self),
      count: Int.random(in: 0...3, using: &self), text: text(upTo: 4),
      transaction: hasGesture ? Int.random(in: 0...3, using: &self) : nil)
  }
}
