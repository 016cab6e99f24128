import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadTerminal
import TextEditor

/// The text editor with many documents, one of them open: a long day of writing.
struct Library: ReplayableApp {
  static let appName = "library"
  let dispatcher: Dispatcher
  let shelf: Store<Shelf>
  private let stores: EditorStores

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    let (shelf, stores) = (Store("shelf", Shelf()), EditorStores())
    // Puts the open document on the shelf before opening the next one.
    shelf.on(Open.self) { [unowned document = stores.document] shelf, action in
      shelf.open(action.name, leaving: document.state.text.string)
    }
    stores.document.run(after: shelf).on(Open.self) { document, action in
      document = Document()
      document.text = TextBuffer(shelf.state.documents[action.name] ?? "")
    }
    stores.history.on(Open.self) { history, _ in history = History() }
    stores.caret.on(Open.self) { caret, _ in caret = Caret() }
    stores.statistics.on(Open.self) { [document = stores.document] statistics, _ in
      statistics = Statistics(of: document.state.text)
    }
    try dispatcher.register(
      shelf, stores.history, stores.document, stores.caret, stores.statistics)
    (self.shelf, self.stores) = (shelf, stores)
  }
}

/// The documents by name, with their texts when they were last closed.
struct Shelf: Codable, Sendable {
  private(set) var documents: [String: String] = [:]
  /// The name of the open document.
  private(set) var opened = ""

  mutating func open(_ name: String, leaving text: String) {
    documents[opened] = text
    opened = name
  }
}

/// Opens a document. Creates it if the shelf has no document of that name.
struct Open: Action {
  var name: String
}

extension Library {
  /// Records `count` actions: the sessions one after another, each in its own document.
  static func record(_ count: Int, _ sessions: [Session], to path: String) throws {
    let library = try Library(inputs: .live)
    var options = RecordingOptions()
    options.waits = true
    let recorder = try library.dispatcher.record(
      to: path, app: Library.appName, options: options)
    var (left, number) = (count, 0)
    while left > 0 {
      let session = sessions[number % sessions.count]
      number += 1
      library.dispatcher.dispatch(Open(name: "\(session.name) \(number)"))
      for action in session.actions.prefix(left - 1) {
        library.dispatcher.dispatch(action.action)
      }
      left -= min(left, session.actions.count + 1)
    }
    try recorder.close()
  }
}
