public import Foundation
public import PlayheadFlux
public import PlayheadTerminal

/// A small text editor: a document with a caret, undo and statistics, driven by lines of text.
///
/// Real editing sessions are recorded with this sample. `script(from:)` reads them.
public struct TextEditor: TerminalApp {
  /// The app's name in logs.
  public static let appName = "text-editor"

  /// Takes the editor's actions.
  public let dispatcher: Dispatcher

  /// The editor's stores.
  package let stores: EditorStores

  /// An editor with an empty document.
  public init(inputs: SystemInputs) throws {
    try self.init(inputs: inputs, fault: nil)
  }

  /// The same, with a mistake.
  package init(inputs: SystemInputs, fault: TextEditorFault?) throws {
    dispatcher = Dispatcher(inputs: inputs)
    stores = EditorStores(fault)
    try dispatcher.register(stores.history, stores.document, stores.caret, stores.statistics)
    if let store = fault?.store { try dispatcher.register(store) }
  }

  /// The lines that the editor understands.
  public static var commandHelp: String { EditorCommand.overview }

  /// Performs a line. Ignores empty lines, and lines that begin with `#`.
  ///
  /// - Throws: `CommandError`, with one sentence that says what to do.
  @discardableResult public func perform(_ line: String) throws -> String? {
    guard let command = try EditorCommand(line: line) else { return nil }
    guard command != .help else { return TextEditor.commandHelp }
    try perform(command)
    return nil
  }

  /// The document around the caret, and a line about the whole document.
  public var view: String {
    EditorView(
      text: stores.document.state.text, caret: stores.caret.state,
      statistics: stores.statistics.state
    ).description
  }

  /// The actions of an editing trace, one for each patch, or nil if the input is not a trace.
  ///
  /// - Throws: `CommandError` if the trace is damaged.
  public static func script(from input: Data) throws -> [TimedAction]? {
    do {
      return try EditingTrace.actions(from: input)
    } catch let error as EditingTraceError {
      throw CommandError(error.description)
    }
  }
}
