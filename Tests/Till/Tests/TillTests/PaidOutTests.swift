import PlayheadTesting
import Testing

@testable import Till

// A session in which a bug showed. What should be stands beside it, in
// 'Fixtures/paid-out.fixture.txt'.
@Test func `paid out`() throws {
  try Fixture("Fixtures/paid-out.playhead").check(Till.self)
}
