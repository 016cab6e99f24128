import Dispatch
import PlayheadFlux
import PlayheadPlugins
import Synchronization
import Testing

// What the page on the articles shows, each article in a type of its own.

private enum AnnotationFilters {
  // begin
  struct FilterState: Codable, Sendable, Hashable {
    enum Kind: String, Codable, Sendable { case hideEverything, openIssues, issueType }

    var enabled: Set<Kind> = []
    var isFiltering: Bool { !enabled.isEmpty }
  }

  struct ToggleFilter: Action { var kind: FilterState.Kind }
  struct ResetFilters: Action {}
  // end

  static func makeStore() -> Store<FilterState> {
    // begin
    let filters = Store("annotationFilter", FilterState())
      .on(ToggleFilter.self) { state, action in
        state.enabled.formSymmetricDifference([action.kind])
        // A filter about issues would leave everything else in sight.
        if state.enabled.contains(.openIssues) { state.enabled.insert(.issueType) }
      }
      .on(ResetFilters.self) { state, _, context in
        guard state.isFiltering else { return context.leaveUnchanged() }
        state.enabled = []
      }
    // end
    return filters
  }

  @MainActor final class FilterView {
    struct Button { var isEnabled = true }

    var cells: [String] = []
    var clearButton = Button()

    // begin
    func bind(to store: Store<FilterState>) {
      store.observeOnMainActor(with: self) { view, state in
        view.cells = state.enabled.map(\.rawValue).sorted()
      }
      store.observeOnMainActor(\.isFiltering, with: self) { view, isFiltering in
        view.clearButton.isEnabled = isFiltering
      }
    }
    // end
  }
}

private enum LikedPosts {
  struct Post: Codable, Sendable {
    var confirmed: Int
    var hasLiked = false
    var wish: Bool?
    var likeCount: Int { confirmed + (wish ?? hasLiked ? 1 : 0) - (hasLiked ? 1 : 0) }
  }

  struct SetLike: Action {
    var post: String
    var liked: Bool
  }

  struct LikeConfirmed: Action {
    var post: String
    var likes: Int
    var liked: Bool
  }

  struct LikeFailed: Action { var post: String }

  struct Buy: Action {
    var item: String
    var quantity: Int
  }

  protocol LikeServer: Sendable {
    func setLike(_ liked: Bool, of post: String) async throws -> Int
  }

  // begin
  struct AppState: Codable, Sendable {
    var posts: [String: Post] = [:]
    var purchases: [String: Int] = [:]

    static let reducer = likes.pullback(\AppState.posts)
      .then(buying.pullback(\AppState.purchases))

    private static let likes = Reducer<[String: Post]>()
      .on(SetLike.self) { posts, action, _ in posts[action.post]?.wish = action.liked }
      .on(LikeFailed.self) { posts, action, _ in posts[action.post]?.wish = nil }
      .on(LikeConfirmed.self) { posts, action, _ in
        posts[action.post] = Post(confirmed: action.likes, hasLiked: action.liked)
      }

    private static let buying = Reducer<[String: Int]>()
      .on(Buy.self) { purchases, action, _ in
        purchases[action.item, default: 0] += action.quantity
      }
  }
  // end

  // begin
  struct LikeRequests: Middleware {
    let server: any LikeServer
    let effects = Effects()

    func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
      guard let turn = next(action), let wish = action as? SetLike else { return }
      effects.start(wish.post, from: dispatcher, cause: turn) { dispatch in
        do {
          let likes = try await server.setLike(wish.liked, of: wish.post)
          dispatch(LikeConfirmed(post: wish.post, likes: likes, liked: wish.liked))
        } catch {
          dispatch(LikeFailed(post: wish.post))
        }
      }
    }
  }

  struct Guard: Middleware {
    func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
      if let purchase = action as? Buy, purchase.quantity < 1 { return }  // consumed
      next(action)
    }
  }
  // end

  static func app(_ requests: LikeRequests) throws -> (Dispatcher, Store<AppState>) {
    let start = AppState(posts: ["bread": Post(confirmed: 41), "quilt": Post(confirmed: 88)])
    // begin
    let store = Store("app", start, reducer: AppState.reducer)
    let dispatcher = Dispatcher(middleware: [Guard(), requests])
    try dispatcher.register(store)
    // end
    return (dispatcher, store)
  }

  /// Knows one post.
  struct BreadServer: LikeServer {
    func setLike(_ liked: Bool, of post: String) async throws -> Int {
      guard post == "bread" else { throw CancellationError() }
      return 43
    }
  }
}

private enum LoginList {
  struct ItemListFilterAction: Action { var filteringText: String }

  struct Stores: Sendable {
    let dispatcher = Dispatcher()
    let items = Store("items", ["github", "gitlab", "mail"])
    let filter = Store("filter", "")
      .on(ItemListFilterAction.self) { text, action in text = action.filteringText }

    init() throws { try dispatcher.register(items, filter) }
  }

  protocol ItemListView: AnyObject, Sendable {
    func show(_ names: [String])
    func setCancelButton(isHidden: Bool)
  }

  // begin
  final class ItemListPresenter: Sendable {
    private let stores: Stores

    init(_ stores: Stores) { self.stores = stores }

    func attach(to view: any ItemListView) {
      stores.dispatcher.observe(stores.items, stores.filter, with: self) {
        [weak view] _, items, text in
        view?.show(items.filter { text.isEmpty || $0.contains(text) })
      }
      stores.filter.observe(\.isEmpty, with: self) { [weak view] _, isEmpty in
        view?.setCancelButton(isHidden: isEmpty)
      }
    }

    func onFilterText(_ text: String) {
      stores.dispatcher.dispatch(ItemListFilterAction(filteringText: text))
    }

    func onClearButton() { onFilterText("") }
  }
  // end
}

private enum ClipEditor {
  enum ItemKind: String, Codable, Sendable { case clip, sticker, text }

  struct AddItem: Action {
    var kind: ItemKind
    var name: String
    var scene: String
  }

  struct EditorContext: Sendable { let dispatcher: Dispatcher }

  // begin
  final class ItemPlugin: Plugin {
    typealias Context = EditorContext
    let name: String
    let items: Store<[String]>
    var stores: [any AnyStore] { [items] }

    init(_ kind: ItemKind, in scene: String) {
      name = "\(kind)s"
      items = Store("\(scene)_\(kind)s", []).on(AddItem.self) { items, action, context in
        guard action.kind == kind, action.scene == scene else { return context.leaveUnchanged() }
        items.append(action.name)
      }
    }
  }
  // end

  // begin
  final class CoverPlugin: Plugin {
    let name = "cover"
    let host: PluginHost<EditorContext>
    var stores: [any AnyStore] { host.stores }

    init() throws {
      host = try PluginHost(
        "cover", [ItemPlugin(.sticker, in: "cover"), ItemPlugin(.text, in: "cover")])
    }

    func pluginDidLoad(_ context: EditorContext) { host.open(in: context) }
    func pluginDidUnload() { host.close() }
  }
  // end

  static func edit() throws -> PluginHost<EditorContext> {
    // begin
    let host = try PluginHost(
      "editor", [ItemPlugin(.sticker, in: "film"), CoverPlugin()], unloaded: ["cover"])
    let dispatcher = Dispatcher(executor: .queue(DispatchQueue(label: "editing")))
    try dispatcher.register(host.stores)
    host.open(in: EditorContext(dispatcher: dispatcher))

    dispatcher.dispatch(AddItem(kind: .sticker, name: "star", scene: "cover"))  // nobody takes it
    dispatcher.dispatch(LoadPlugin(host: "editor", plugin: "cover"))
    dispatcher.dispatch(AddItem(kind: .sticker, name: "flag", scene: "cover"))
    // end
    return host
  }
}

/// The sample apps have the same architectures: their tests hold what the other examples do.
@Suite struct `The examples of four architectures` {
  @Test
  func `the documentation's feed example shows a like at once, then confirms it or takes it back`()
    async throws
  {
    let requests = LikedPosts.LikeRequests(server: LikedPosts.BreadServer())
    let (dispatcher, store) = try LikedPosts.app(requests)
    let states = Mutex<[LikedPosts.AppState]>([])
    let observation = store.observe { state in states.withLock { $0.append(state) } }
    for post in ["bread", "quilt"] {
      dispatcher.dispatch(LikedPosts.SetLike(post: post, liked: true))
      await requests.effects.finish()
    }
    observation.cancel()
    let seen = states.withLock { $0 }
    #expect(seen.map { $0.posts["bread"]?.likeCount } == [41, 42, 43, 43, 43])
    #expect(seen.map { $0.posts["quilt"]?.likeCount } == [88, 88, 88, 89, 88])
  }

  @Test
  func
    `in the documentation's editor example, a nested plug-in gets actions only after it is loaded`()
    throws
  {
    let host = try ClipEditor.edit()
    #expect(host.plugins.map(\.name) == ["stickers", "cover"])
    // Actions are handled on the queue, in the order of dispatch: with the last, all are.
    let done = DispatchSemaphore(value: 0)
    let cover = host.stores.first { $0.name == "cover_stickers" } as? Store<[String]>
    let loading = cover?.observe { if $0 == ["flag"] { done.signal() } }
    #expect(done.wait(timeout: .now() + 60) == .success)
    #expect(cover?.state == ["flag"])
    loading?.cancel()
  }
}
