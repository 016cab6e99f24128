import Feed
import PlayheadTesting
import Testing

/// Sessions that were kept as tests: logs under `Fixtures`, and beside them what must hold.
@Suite struct RecordedSessionTests {
  @Test(arguments: Fixtures.all(in: "Fixtures"))
  func `each fixture of the feed meets its expectations`(_ fixture: Fixture) throws {
    try fixture.check(Feed.self)
  }
}
