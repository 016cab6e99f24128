import PlayheadTesting
import Testing
import XCTest

// Real fixtures of the shop: what the pages show is run as it stands.

@Suite struct ShopFixtures {
  // begin
  @Test func twoMugs() throws {
    try Fixture("Fixtures/two-mugs.playhead").check(Shop.self)
  }
  // end

  // begin
  @Test(arguments: Fixtures.all(in: "Fixtures"))
  func session(_ fixture: Fixture) throws { try fixture.check(Shop.self) }
  // end
}

@Suite struct ShopFixturePages {
  // begin
  @Test func twoMugs() throws {
    try Fixture("Fixtures/two-mugs.playhead").check(Shop.self) { file, name in
      Attachment.record(file, named: name)
    }
  }
  // end
}

final class ShopFixtureCase: XCTestCase {
  // begin
  func testSessions() throws { try Fixtures.check(Shop.self, in: "Fixtures") }
  // end
}
