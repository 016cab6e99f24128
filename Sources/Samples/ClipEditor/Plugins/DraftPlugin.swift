import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// Which drafts there are, and what became of the last request; the files are the `DraftKeeper`'s.
final class DraftPlugin: ScenePlugin {
  let name = "drafts"
  let scene = Scene.film
  let injected = Locked<EditorContext?>(nil)
  let drafts: Store<Drafts>

  var stores: [any AnyStore] { [drafts] }

  init() {
    drafts = Store("drafts", Drafts())
    drafts.on(
      anyOf: ChooseDraftFolder.self, DraftsFound.self, SaveDraft.self, DraftSaved.self,
      LoadDraft.self, DraftLoaded.self, DraftFailed.self
    ) { drafts, action, context in
      context.change(&drafts) { $0.follow(action) }
    }
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

  /// Takes note of a request or of what became of it.
  mutating func follow(_ action: any Action) {
    switch action {
    case let action as ChooseDraftFolder:
      self = Drafts()
      folder = action.path
      status = .listing
    case let action as DraftsFound:
      names = action.names
      status = .idle
    case let action as SaveDraft: status = .saving(action.name)
    case let action as DraftSaved: add(action.name, .saved(action.name))
    case let action as LoadDraft: status = .loading(action.name)
    case let action as DraftLoaded: add(action.name, .loaded(action.name))
    case let action as DraftFailed: status = .failed(action.sentence)
    default: break
    }
  }

  private mutating func add(_ name: String, _ status: Status) {
    if !names.contains(name) { names = (names + [name]).sorted() }
    self.status = status
  }
}
