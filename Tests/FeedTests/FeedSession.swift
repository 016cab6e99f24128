import Feed
import FluxTesting
import PlayheadFlux
import Testing

/// A feed with a server that the test plays, and the verbs that tests use on it.
struct FeedSession {
  let feed: Feed
  let server = ManualServer()
  let tape = Tape()
  let printed = Lines()
  /// The pauses between tries; none is waited for.
  let pauses = Lines()

  init() throws {
    feed = try Feed(
      inputs: .seeded(), server: server, network: Network(sleep: { _ in }),
      sleep: { [pauses] in pauses.add("\($0)") }, print: { [printed] in printed.add($0) })
    feed.dispatcher.attach(tape)
  }

  /// A feed with a first page of three posts.
  static func loaded() async throws -> FeedSession {
    let session = try FeedSession()
    session.feed.start()
    await session.answer(.page(.first))
    return session
  }

  var state: FeedState { feed.store.state }

  func post(_ id: Post.ID) throws -> Post { try #require(state.timeline[id: id]) }

  func perform(_ lines: String...) throws { for line in lines { try feed.perform(line) } }

  /// Waits for the next request.
  func question() async -> Question { await server.question() }

  /// Answers the next request, and waits until nothing is running any more.
  func answer(_ answer: Answer) async {
    await question().answer(answer)
    await feed.effects.finish()
  }

  /// Answers the next requests, which follow one another, and waits until nothing is running.
  func answer(_ answers: [Answer]) async {
    for answer in answers { await question().answer(answer) }
    await feed.effects.finish()
  }

  /// The names of the actions since the first page was loaded, with their causes, as in `Retry` and
  /// `SetLike<3`.
  var actions: [String] {
    tape.entries.dropFirst(2).map { entry in
      entry.name + (entry.cause.map { "<\($0.number)" } ?? "")
    }
  }
}

extension Page {
  /// Posts 1, 2 and 3 with 10, 20 and 30 likes, of which this person's is one of post 3's.
  static let first = Page(
    posts: [
      Post(id: 1, author: "Ada", text: "One", confirmed: Likes(count: 10)),
      Post(id: 2, author: "Ben", text: "Two", confirmed: Likes(count: 20)),
      Post(id: 3, author: "Cleo", text: "Three", confirmed: Likes(count: 30, hasLiked: true)),
    ], next: 3, stock: [Item("mug", left: 5), Item("shirt", left: 1)])

  /// Posts 4 and 5; there are no more.
  static let second = Page(
    posts: [
      Post(id: 4, author: "Ada", text: "Four", confirmed: Likes(count: 40)),
      Post(id: 5, author: "Ben", text: "Five", confirmed: Likes(count: 50)),
    ], next: nil, stock: [Item("mug", left: 5), Item("shirt", left: 1)])
}
