import PlayheadTesting
import Testing

@Suite struct RecordModeTests {
  private static let recorded =
    "fixture 'sale.playhead' was recorded: 'sale.fixture.txt' has the values"

  @Test func `checking a fixture without expectations writes those of the last state and fails`()
    throws
  {
    let shelf = try Shelf()
    #expect(shelf.failure(.usual, .missing)?.hasPrefix(Self.recorded) == true)
    #expect(
      try shelf.text() == """
        # What must hold of sale.playhead. Lines that begin with '#' stay as they are.

        end
        drawer = {"rate": 1, "sold": {"hat": 1, "mug": 1}, "stamps": [], "total": 18}
        log = ["sold mug", "sold hat"]

        """)
    #expect(shelf.failure(.usual, .missing) == nil)
    #expect(
      shelf.failure(.mended, .missing)?.contains("drawer.total: expected 18, is 30") == true
    )
  }

  @Test
  func `record mode 'missing' fills in a fixture's '?' expectations and changes nothing else`()
    throws
  {
    let shelf = try Shelf("# Mine.\n\nstep 1\ndrawer.total = ?\nend\ndrawer.total = 1\n")
    #expect(shelf.failure(.usual, .missing)?.hasPrefix(Self.recorded) == true)
    #expect(try shelf.text() == "# Mine.\n\nstep 1\ndrawer.total = 12\nend\ndrawer.total = 1\n")
    #expect(shelf.failure(.usual, .missing)?.contains("drawer.total: expected 1, is 18") == true)
  }

  @Test
  func `a fixture's '?' expectation fails in record mode 'never' and shows the current value`()
    throws
  {
    let message = try Shelf("drawer.sold = ?").failure()
    #expect(
      message?.contains("    drawer.sold: not recorded yet, is (hat: 1, mug: 1)\n")
        == true,
      "\(message ?? "")")
  }

  @Test
  func `record mode 'failed' updates a fixture's failed values but not its failed conditions`()
    throws
  {
    let shelf = try Shelf(
      "always state('drawer.total') < 40\ndrawer.total = 1\nlog[0] = \"sold mug\"\n")
    let message = shelf.failure(.usual, .failed)
    #expect(
      message?.hasPrefix(Self.recorded) == true && message?.contains("drawer.total is 42") == true)
    #expect(
      try shelf.text()
        == "always state('drawer.total') < 40\ndrawer.total = 18\nlog[0] = \"sold mug\"\n")
    #expect(shelf.failure(.usual, .failed)?.hasPrefix("fixture 'sale.playhead' fails") == true)
  }

  @Test func `record mode 'all' makes a fixture's test fail even if no value changed`() throws {
    let shelf = try Shelf("drawer.total = 18\n")
    #expect(shelf.failure(.usual, .all)?.hasPrefix(Self.recorded) == true)
    #expect(try shelf.text() == "drawer.total = 18\n")
  }

  @Test(
    arguments: [
      (nil, [:], .missing), (.failed, [:], .failed), (nil, ["PLAYHEAD_RECORD": "all"], .all),
      (.never, ["PLAYHEAD_RECORD": "all"], .never), (.all, ["CI": "true"], .never),
      (nil, ["CI": "1", "PLAYHEAD_RECORD": "failed"], .never), (nil, ["CI": "false"], .missing),
    ] as [(RecordMode?, [String: String], RecordMode)])
  func `CI overrides the record mode of the call, and the call overrides PLAYHEAD_RECORD`(
    asked: RecordMode?, environment: [String: String], mode: RecordMode
  ) throws {
    #expect(try RecordMode.inForce(asked, environment) == mode)
  }

  @Test func `an unknown record mode in PLAYHEAD_RECORD is an error`() throws {
    let error = #expect(throws: RecordModeError.self) {
      try RecordMode.inForce(nil, ["PLAYHEAD_RECORD": "yes"])
    }
    #expect(
      error?.description
        == "the variable 'PLAYHEAD_RECORD' is 'yes', and must be one of 'never', 'missing', 'failed', 'all'"
    )
  }
}
