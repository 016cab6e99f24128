import PlayheadTesting
import Testing

@testable import Till

// A session that shows a bug. The expectations are beside it, in
// 'Fixtures/paid-out.fixture.txt'.
@Test func `paid out`() throws {
  try Fixture("Fixtures/paid-out.playhead").check(Till.self)
}
