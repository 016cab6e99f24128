import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// The list of drafts, and the result of the last request. The `DraftKeeper` has the files.
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
  /// The result of the last request.
  package enum Status: Codable, Hashable, Sendable {
    /// There was no request.
    case idle
    /// The folder is being read.
    case listing
    /// A draft of this name is being written.
    case saving(String)
    /// A draft of this name is being read.
    case loading(String)
    /// The draft was written.
    case saved(String)
    /// The draft was read, and has replaced the film.
    case loaded(String)
    /// The request failed, for the reason in the sentence.
    case failed(String)
  }

  /// The chosen folder; nil for the session's own.
  package var folder: String?
  /// The names of the known drafts, in order.
  package var names: [String] = []
  /// The result of the last request.
  package var status = Status.idle

  package init() {}

  /// Updates the status for a request or its result.
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
