import Feed
import Synchronization

/// A server whose answers the test gives, when it wants.
final class ManualServer: FeedServer {
  private let incoming = AsyncStream.makeStream(of: Question.self)
  private let requests = Mutex(0)

  /// How many requests were sent.
  var requestCount: Int { requests.withLock { $0 } }

  /// Waits for the next request.
  func question() async -> Question {
    for await question in incoming.stream { return question }
    fatalError("the stream of a server ends with the server")
  }

  func page(after post: Post.ID?) async throws(ServerFailure) -> Page {
    guard case .page(let page) = try await ask("page after \(post ?? 0)") else { throw .gone }
    return page
  }

  func setLike(_ liked: Bool, of post: Post.ID) async throws(ServerFailure) -> Likes {
    guard case .likes(let likes) = try await ask("\(liked ? "like" : "unlike") \(post)") else {
      throw .gone
    }
    return likes
  }

  func sell(_ order: Order) async throws(ServerFailure) -> Int {
    guard case .left(let left) = try await ask("sell \(order.quantity) \(order.item)") else {
      throw .gone
    }
    return left
  }

  private func ask(_ text: String) async throws(ServerFailure) -> Answer {
    requests.withLock { $0 += 1 }
    let cancellation = AsyncStream.makeStream(of: Never.self)
    let answer = await withTaskCancellationHandler {
      // Unsafe, because a test may end with questions that it did not answer.
      await withUnsafeContinuation { continuation in
        incoming.continuation.yield(
          Question(text: text, continuation: continuation, cancellation: cancellation.stream))
      }
    } onCancel: {
      cancellation.continuation.finish()
    }
    if case .failure(let failure) = answer { throw failure }
    return answer
  }
}

/// What a test lets the server say.
enum Answer: Sendable {
  case page(Page)
  case likes(Likes)
  case left(Int)
  case failure(ServerFailure)
}

/// A request that waits for its answer.
struct Question: Sendable {
  let text: String
  fileprivate let continuation: UnsafeContinuation<Answer, Never>
  fileprivate let cancellation: AsyncStream<Never>

  func answer(_ answer: Answer) { continuation.resume(returning: answer) }

  /// Waits until its task is cancelled.
  func isCancelled() async { for await _ in cancellation {} }
}
