import FluxTesting
import PlayheadFlux
import TextEditor

/// An editor, and the verbs that tests use on it.
struct EditorSession {
  let editor: TextEditor

  init() throws {
    editor = try TextEditor(inputs: .seeded())
  }

  var text: String { editor.stores.document.state.text.string }

  var caret: Caret { editor.stores.caret.state }

  var history: History { editor.stores.history.state }

  var statistics: Statistics { editor.stores.statistics.state }

  /// Statistics counted again from the text.
  var recount: Statistics { Statistics(of: TextBuffer(text)) }

  /// Performs lines; returns the text.
  @discardableResult
  func perform(_ lines: String...) throws -> String {
    for line in lines { try editor.perform(line) }
    return text
  }

  /// The sentence that a line is refused with.
  func refusal(of line: String) -> String? {
    FluxTesting.refusal { try editor.perform(line) }
  }

  /// Types as a person does: a character at a time, behind one another.
  func type(_ text: String, at position: Int) {
    for (offset, scalar) in text.unicodeScalars.enumerated() {
      editor.dispatcher.dispatch(Replace(at: position + offset, text: String(scalar)))
    }
  }

  func dispatch(_ actions: any Action...) {
    for action in actions { editor.dispatcher.dispatch(action) }
  }
}
