import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadTerminal
import TextEditor

/// The text editor with a shelf of documents, one of which is open: what a long day of writing is.
struct Library: ReplayableApp {
  static let appName = "library"
  let dispatcher: Dispatcher
  let shelf: Store<Shelf>
  private let stores: EditorStores

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    let (shelf, stores) = (Store("shelf", Shelf()), EditorStores())
    // The open document is put aside before the next one is taken out.
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

/// The documents that are not open, by name.
struct Shelf: Codable, Sendable {
  private(set) var documents: [String: String] = [:]
  /// The one that is.
  private(set) var opened = ""

  mutating func open(_ name: String, leaving text: String) {
    documents[opened] = text
    opened = name
  }
}

/// Opens a document, and makes it if there is none of the name.
struct Open: Action {
  var name: String
}

extension Library {
  /// Records the sessions one after another, each in a document of its own, until there are so many actions.
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
