import PlayheadTesting
import Testing

@Suite struct RecordModeTests {
  private static let recorded =
    "fixture 'sale.playhead' was recorded: 'sale.fixture.txt' has the values"

  @Test func `a fixture without expectations gets those of the last state, and fails`() throws {
    let shelf = try Shelf()
    #expect(shelf.failure(Till.self, .missing)?.hasPrefix(Self.recorded) == true)
    #expect(
      try shelf.text() == """
        # What must hold of sale.playhead. Lines that begin with '#' stay as they are.

        end
        drawer = {"rate": 1, "sold": {"hat": 1, "mug": 1}, "stamps": [], "total": 18}
        log = ["sold mug", "sold hat"]

        """)
    #expect(shelf.failure(Till.self, .missing) == nil)
    #expect(
      shelf.failure(MendedTill.self, .missing)?.contains("drawer.total: expected 18, is 30") == true
    )
  }

  @Test func `recording fills in open expectations and nothing else`() throws {
    let shelf = try Shelf("# Mine.\n\nstep 1\ndrawer.total = ?\nend\ndrawer.total = 1\n")
    #expect(shelf.failure(Till.self, .missing)?.hasPrefix(Self.recorded) == true)
    #expect(try shelf.text() == "# Mine.\n\nstep 1\ndrawer.total = 12\nend\ndrawer.total = 1\n")
    #expect(shelf.failure(Till.self, .missing)?.contains("drawer.total: expected 1, is 18") == true)
  }

  @Test func `an open expectation fails where nothing may be recorded`() throws {
    let message = try Shelf("drawer.sold = ?").failure()
    #expect(
      message?.contains("    drawer.sold: not recorded yet, is (hat: 1, mug: 1)\n")
        == true,
      "\(message ?? "")")
  }

  @Test func `failed values are recorded on demand, but conditions never are`() throws {
    let shelf = try Shelf(
      "always state('drawer.total') < 40\ndrawer.total = 1\nlog[0] = \"sold mug\"\n")
    let message = shelf.failure(Till.self, .failed)
    #expect(
      message?.hasPrefix(Self.recorded) == true && message?.contains("drawer.total is 42") == true)
    #expect(
      try shelf.text()
        == "always state('drawer.total') < 40\ndrawer.total = 18\nlog[0] = \"sold mug\"\n")
    #expect(shelf.failure(Till.self, .failed)?.hasPrefix("fixture 'sale.playhead' fails") == true)
  }

  @Test func `recording all expectations fails the test even if nothing changed`() throws {
    let shelf = try Shelf("drawer.total = 18\n")
    #expect(shelf.failure(Till.self, .all)?.hasPrefix(Self.recorded) == true)
    #expect(try shelf.text() == "drawer.total = 18\n")
  }

  @Test(
    arguments: [
      (nil, [:], .missing), (.failed, [:], .failed), (nil, ["PLAYHEAD_RECORD": "all"], .all),
      (.never, ["PLAYHEAD_RECORD": "all"], .never), (.all, ["CI": "true"], .never),
      (nil, ["CI": "1", "PLAYHEAD_RECORD": "failed"], .never), (nil, ["CI": "false"], .missing),
    ] as [(RecordMode?, [String: String], RecordMode)])
  func `the call, PLAYHEAD_RECORD and CI decide what is recorded`(
    asked: RecordMode?, environment: [String: String], mode: RecordMode
  ) throws {
    #expect(try RecordMode.inForce(asked, environment) == mode)
  }

  @Test func `an unknown recording mode is an error`() throws {
    let error = #expect(throws: RecordModeError.self) {
      try RecordMode.inForce(nil, ["PLAYHEAD_RECORD": "yes"])
    }
    #expect(
      error?.description
        == "the variable 'PLAYHEAD_RECORD' is 'yes', and must be one of 'never', 'missing', 'failed', 'all'"
    )
  }
}
