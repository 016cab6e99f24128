import Feed
import FluxTesting
import Foundation
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import SampleReplay
import Testing

@testable import PlayheadInspector

/// What may follow in a condition that is being typed.
@Suite struct CompletionTests {
  private static let log = URL(filePath: #filePath)
    .appending(path: "../../../fixtures/feed/likes.playhead").standardized

  private func completion(
    _ text: String, at step: Step = 6
  ) async throws -> (typed: String, words: [String]) {
    try await onOwnThread {
      try Inspector(
        LogReader(path: Self.log.path), storesAt: InProcessConnection(.app(Feed.self))
      ).completion(ofExpression: text, at: step)
    }
  }

  @Test func `a word is completed to a column or a function`() async throws {
    #expect(try await completion("st").words == ["step", "state('"])
    #expect(try await completion("step > 3 and pay").words == ["payload", "payload->>'"])
    #expect(try await completion("step > 3 ").words == [])
    #expect(try await completion("type").words == [])
  }

  @Test(arguments: ["state(", "before( ", "step > 3 and not CHANGED("])
  func `a path is completed in the state of the step`(words: String) async throws {
    #expect(try await completion(words + "'").words == ["feed"])
    let found = try await completion(words + "'feed.timeline.posts[0].con")
    #expect(found.typed == "feed.timeline.posts[0].con")
    #expect(found.words == ["feed.timeline.posts[0].confirmed"])
    #expect(try await completion(words + "'none.").words == [])
  }

  @Test func `a type is completed to those of the log`() async throws {
    for text in ["type = 'Like", "type in ('Retry', 'Like", "type like 'Like", "type<>'Like"] {
      #expect(try await completion(text).words == ["LikeConfirmed", "LikeFailed"], "\(text)")
    }
    // A whole text has an end.
    #expect(try await completion("type = 'Like' ").words == [])
  }

  @Test func `a member is completed to those of the step's payload`() async throws {
    #expect(try await completion("payload->>'", at: 5).words == ["post", "liked"])
    #expect(try await completion("payload ->> 'li", at: 5).words == ["liked"])
    #expect(try await completion("payload->>'", at: 0).words == [])
  }
}
