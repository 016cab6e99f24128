import PlayheadFlux

/// Which drafts there are, and what became of the last request; the files are the `DraftKeeper`'s.
final class DraftPlugin: ScenePlugin {
  let name = "drafts"
  let scene = Scene.film
  let injected = Injected<EditorContext>()
  let drafts: Store<Drafts>

  var stores: [any AnyStore] { [drafts] }

  init() {
    drafts = Store("drafts", Drafts())
      .on(ChooseDraftFolder.self) { drafts, action in
        drafts = Drafts()
        drafts.folder = action.path
        drafts.status = .listing
      }
      .on(DraftsFound.self) { drafts, action in
        drafts.names = action.names
        drafts.status = .idle
      }
      .on(SaveDraft.self) { drafts, action in drafts.status = .saving(action.name) }
      .on(LoadDraft.self) { drafts, action in drafts.status = .loading(action.name) }
      .on(DraftSaved.self) { drafts, action in
        drafts.add(action.name)
        drafts.status = .saved(action.name)
      }
      .on(DraftLoaded.self) { drafts, action in
        drafts.add(action.name)
        drafts.status = .loaded(action.name)
      }
      .on(DraftFailed.self) { drafts, action in drafts.status = .failed(action.sentence) }
  }
}

/// The drafts of the chosen folder.
package struct Drafts: Codable, Hashable, Sendable {
  /// What became of the last request.
  package enum Status: Codable, Hashable, Sendable {
    /// There was none.
    case idle
    /// The folder is being read.
    case listing
    /// A draft of this name is being written.
    case saving(String)
    /// A draft of this name is being read.
    case loading(String)
    /// It is written.
    case saved(String)
    /// It was read, and is in place of the film.
    case loaded(String)
    /// That was not possible, for a reason that is one sentence.
    case failed(String)
  }

  /// The chosen folder; nil is one of the session's own.
  package var folder: String?
  /// The names of the drafts that are known, in order.
  package var names: [String] = []
  /// What became of the last request.
  package var status = Status.idle

  /// None.
  package init() {}

  mutating func add(_ name: String) {
    if !names.contains(name) { names = (names + [name]).sorted() }
  }
}
