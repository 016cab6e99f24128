import Feed
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Synchronization
import Testing

/// A server that does not answer the first request of each like.
private final class UnreliableServer: FeedServer {
  private let asked = Mutex<[Post.ID: Int]>([:])

  func page(after post: Post.ID?) async throws(ServerFailure) -> Page {
    let posts = (1...3).map { id in
      Post(id: id, author: "Ada", text: "Post \(id)", confirmed: Likes(count: 10 * id))
    }
    return Page(posts: posts, next: nil, stock: [])
  }

  func setLike(_ liked: Bool, of post: Post.ID) async throws(ServerFailure) -> Likes {
    let tries = asked.withLock { asked in
      asked[post, default: 0] += 1
      return asked[post] ?? 0
    }
    // Nobody can like post 2, and the others at the second try.
    guard post != 2 else { throw .gone }
    guard tries > 1 else { throw .unreachable }
    return Likes(count: 10 * post + (liked ? 1 : 0), hasLiked: liked)
  }

  func sell(_ order: Order) async throws(ServerFailure) -> Int { throw .gone }
}

/// What the feed comes to when these lines are performed, each after the effects of the one before.
private struct FeedRun {
  let log: LogReader
  let states: [Value]

  init(_ lines: [String]) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let feed = try Feed(
      inputs: .seeded(), server: UnreliableServer(), network: Network(sleep: { _ in }),
      sleep: { _ in }, print: { _ in })
    let recorder = try feed.dispatcher.record(
      to: url.path(percentEncoded: false), app: Feed.appName, clock: ManualClock(),
      options: .exact)
    feed.start()
    await feed.effects.finish()
    for line in lines {
      try feed.perform(line)
      await feed.effects.finish()
    }
    try recorder.close()
    let log = try LogReader(bytes: [UInt8](Data(contentsOf: url)), name: "feed")
    self.log = log
    let replay = try Replay(log, of: Feed.self)
    states = try (0...log.lastStep.number).map { try replay.state(at: Step($0)) }
  }

  func branch() throws -> Branch { Branch(of: try Replay(log, of: Feed.self)) }

  /// The steps of an action that likes a post, or takes that back.
  func likes(of post: Int64) throws -> [Step] {
    var steps: [Step] = []
    try log.forEachEntry(in: 1...log.lastStep) { entry in
      guard entry.type.name == "SetLike", try entry.payload()["post"] == .int(post) else { return }
      steps.append(entry.step)
    }
    return steps
  }
}

@Suite(.timeLimit(.minutes(15))) struct `A branch of a feed` {
  private static let lines = ["like 1", "like 2", "like 3", "retry", "refresh"]

  @Test(arguments: [1, 3])
  func
    `a branch of a feed's log that skips a like with its effects equals a session without the like`(
      post: Int
    ) async throws
  {
    let recorded = try await FeedRun(Self.lines)
    let real = try await FeedRun(Self.lines.filter { $0 != "like \(post)" })
    var branch = try recorded.branch()
    let step = try #require(try recorded.likes(of: Int64(post)).first)
    try branch.skip(.recorded(step), withEffects: true)
    guard case .skip(_, _, let effects)? = branch.changes.first else {
      Issue.record("nothing was skipped")
      return
    }
    #expect(effects.count == 2, "the retry and the server's answer")
    let states = try (0...branch.lastStep.number).map { try branch.state(at: Step($0)) }
    #expect(states == real.states)
  }

  @Test
  func `a branch of a feed's log that skips a like without its effects keeps the server's answer`()
    async throws
  {
    let recorded = try await FeedRun(["like 1"])
    var branch = try recorded.branch()
    let step = try #require(try recorded.likes(of: 1).first)
    try branch.skip(.recorded(step))
    let likes = StatePath([.field("feed"), .field("timeline"), .field("posts"), .index(0)])
    let post = try #require(try branch.state(at: branch.lastStep).value(at: likes))
    #expect(post["confirmed"]?["count"] == .int(11), "the server's answer is still there")
  }
}
