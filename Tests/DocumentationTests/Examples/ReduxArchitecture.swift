import PlayheadFlux
import Synchronization
import Testing

/// What the article on Redux shows; in a type of its own, for it has names that others use as well.
enum ReduxArchitecture {
  // begin
  struct Post: Codable, Sendable {
    var confirmed: Int  // likes, as the server said last
    var hasLiked = false
    var wish: Bool?  // what the server has yet to answer

    var isHeartFull: Bool { wish ?? hasLiked }
    var likeCount: Int { confirmed + (isHeartFull ? 1 : 0) - (hasLiked ? 1 : 0) }
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

  struct LikeFailed: Action {
    var post: String
  }

  struct Buy: Action {
    var item: String
    var quantity: Int
  }
  // end

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

  protocol LikeServer: Sendable {
    func setLike(_ liked: Bool, of post: String) async throws -> Int
  }

  // begin
  struct Logger: Middleware {
    func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
      if let turn = next(action) { print("#\(turn.number) \(action)") }
    }
  }
  // end

  /// The app with two posts: 'bread' with 41 likes, and 'quilt' with 88.
  static func app(_ requests: LikeRequests) throws -> (Dispatcher, Store<AppState>) {
    let start = AppState(posts: ["bread": Post(confirmed: 41), "quilt": Post(confirmed: 88)])
    // begin
    let store = Store("app", start, reducer: AppState.reducer)
    let dispatcher = Dispatcher(middleware: [Logger(), Guard(), requests])
    try dispatcher.register(store)
    // end
    return (dispatcher, store)
  }
}

/// Knows one post.
private struct BreadServer: ReduxArchitecture.LikeServer {
  func setLike(_ liked: Bool, of post: String) async throws -> Int {
    guard post == "bread" else { throw CancellationError() }
    return 43
  }
}

@Suite struct `The article on Redux` {
  private typealias Redux = ReduxArchitecture

  @Test func `a like is shown at once, then confirmed or rolled back`() async throws {
    let requests = Redux.LikeRequests(server: BreadServer())
    let (dispatcher, store) = try Redux.app(requests)
    let states = Mutex<[Redux.AppState]>([])
    let observation = store.observe { state in states.withLock { $0.append(state) } }
    for post in ["bread", "quilt"] {
      dispatcher.dispatch(Redux.SetLike(post: post, liked: true))
      await requests.effects.finish()
    }
    observation.cancel()
    let seen = states.withLock { $0 }
    #expect(seen.map { $0.posts["bread"]?.likeCount } == [41, 42, 43, 43, 43])
    #expect(seen.map { $0.posts["quilt"]?.likeCount } == [88, 88, 88, 89, 88])
  }

  @Test func `an action that a middleware consumes reaches no store`() throws {
    let (dispatcher, store) = try Redux.app(Redux.LikeRequests(server: BreadServer()))
    let handled = Mutex(0)
    let listening = dispatcher.listen { _, _ in handled.withLock { $0 += 1 } }
    dispatcher.dispatch(Redux.Buy(item: "mug", quantity: 0))
    #expect(handled.withLock { $0 } == 0)
    dispatcher.dispatch(Redux.Buy(item: "mug", quantity: 2))
    #expect(handled.withLock { $0 } == 1)
    listening.cancel()
    #expect(store.state.purchases == ["mug": 2])
  }
}
