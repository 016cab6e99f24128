import PlayheadFlux
import Testing
import TextEditor

@Suite struct `An editor` {
  @Test func `the text editor's stores are deallocated when the editor is released`() throws {
    weak var history: Store<History>?
    weak var document: Store<Document>?
    do {
      let session = try EditorSession()
      try session.perform("insert a", "undo")
      history = session.editor.stores.history
      document = session.editor.stores.document
    }
    #expect(history == nil)
    #expect(document == nil)
  }

  @Test func `two text editors share no state`() throws {
    let one = try EditorSession()
    let other = try EditorSession()
    try one.perform("insert a")
    #expect(other.text == "")
  }

  @Test func `the text editor's action types have fixed names`() {
    let names = [
      Replace.actionName, MoveCaret.actionName, Select.actionName, Undo.actionName, Redo.actionName,
    ]
    #expect(names == ["Replace", "MoveCaret", "Select", "Undo", "Redo"])
  }
}
