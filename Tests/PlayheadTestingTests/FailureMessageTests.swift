import PlayheadReplay
import PlayheadTesting
import Testing

/// What a developer reads when a fixture fails.
@Suite struct FailureMessageTests {
  @Test func `a fixture that meets its expectations gives no failure message`() throws {
    let shelf = try Shelf(
      """
      always state('drawer.sold.mug') is null or state('drawer.total') > -100

      step 0
      drawer.total = 0
      step 2
      drawer.sold = {"hat": 1, "mug": 1}
      drawer.sold["cap"] = null
      end
      drawer.total = 18
      drawer.rate = 1.0
      log = [
        "sold mug",
        "sold hat"
      ]

      """)
    #expect(shelf.failure() == nil)
  }

  @Test
  func
    `a fixture's failure message shows the different value, its step, its action and commands to type`()
    throws
  {
    let shelf = try Shelf(
      "step 1\ndrawer.total = 12\nend\ndrawer.total = 30\nlog[1] = \"sold hat\"\n")
    #expect(
      shelf.failure() == """
        fixture 'sale.playhead' fails
          the end, step 3: Refund(price: 12)
            drawer.total: expected 30, is 18
          expected in:   sale.fixture.txt:4
          to see it:     YOUR-DEBUGGER debug sale.playhead, then 'goto 3'
          to accept it:  YOUR-DEBUGGER fixture update sale.playhead, or run the test again with PLAYHEAD_RECORD=failed
        """)
    #expect(shelf.failure(.mended) == nil)
  }

  @Test func `a fixture's failure message shows a difference inside a value with its own path`()
    throws
  {
    let shelf = try Shelf(
      "drawer = {\"rate\": 1, \"sold\": {\"hat\": 1, \"mug\": 2}, \"stamps\": [], \"total\": 18}")
    let message = try #require(shelf.failure())
    #expect(message.contains("\n    drawer.sold.mug: expected 2, is 1\n"), "\(message)")
  }

  @Test func `a fixture's 'always' condition is also checked at the initial state`() throws {
    #expect(try Shelf("always step > 0").failure()?.contains("\n  step 0 of 3\n") == true)
  }

  @Test
  func
    `a fixture's 'always' condition may be neither true nor false at some steps, but not at all steps`()
    throws
  {
    #expect(try Shelf("always state('drawer.sold.hat') = 1").failure() == nil)
    let message = try Shelf("always state('drawer.solt.hat') = 1").failure()
    #expect(
      message?.contains(
        "    'always state('drawer.solt.hat') = 1' is neither true nor false at any step: its paths have no values\n"
          + "      the state at step 3 has no 'drawer.solt.hat'; did you mean 'drawer.sold'?\n"
      ) == true, "\(message ?? "")")
  }

  @Test func `a fixture's failure message shows the first differences and counts the others`()
    throws
  {
    let message = try Shelf((0...3).map { "step \($0)\ndrawer.rate = 7\n" }.joined()).failure()
    #expect(message?.contains("  … and 2 more\n") == true, "\(message ?? "")")
  }

  @Test(arguments: [
    "drawer.total = 30",
    "drawer = {\"rate\": 2, \"sold\": {\"cap\": 2, \"hat\": 2}, \"stamps\": [1, 2, 3, 4], \"total\": 30}",
    "drawer = null\nlog = []\ndrawer.total = 3",
    (0...3).map { "step \($0)\ndrawer.total = 99\nlog = [\"cap\"]\n" }.joined(),
    "always state('drawer.total') > 20\nalways state('drawer.rate') > 1\nlog = {}\n",
    "log = [\"\(String(repeating: "a long line ", count: 90))\"]",
  ])
  func `a fixture's failure message has at most ten lines of 120 characters`(
    expectations: String
  ) throws {
    let message = try #require(try Shelf(expectations).failure())
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 10, "\(message)")
    #expect(lines.allSatisfy { $0.count <= 120 }, "\(message)")
  }

  @Test func `a fixture's failure message reports a moved list element as one difference`() throws {
    let message = try Shelf("log = [\"sold hat\", \"sold mug\"]").failure()
    #expect(
      message?.contains("    log[0]: expected \"sold hat\", which is at log[1]\n  expected in:")
        == true,
      "\(message ?? "")")
  }

  @Test
  func
    `a fixture fails and names an action that no store handles any longer, unless it is salvaged`()
    throws
  {
    let message = try Shelf("drawer.total = 18").failure(.stingy)
    #expect(
      message == """
        fixture 'sale.playhead' cannot be checked: this build of the app cannot read all of 'sale.playhead':
          impossible: action 'Refund': the app has no such type, but stores handled it when it was recorded, at \
        step 3
          let the types' 'init(from:)' accept it, declare upgrades in the app's 'upgrades', or record the session \
        again; in a test, 'decoding: .salvage' skips such actions
        """)
    #expect(try Shelf("drawer.total = 42").failure(.stingy, decoding: .salvage) == nil)
  }

  @Test
  func `a fixture's failure message reports inputs that the stores asked for and the log lacks`()
    throws
  {
    let message = try Shelf("drawer.stamps = []").failure(.curious)
    #expect(
      message?.contains(
        "\n  From step 1 on the stores drew values that were not recorded and got placeholders: "
      )
        == true, "\(message ?? "")")
    #expect(try Shelf("drawer.total = 18").failure(.curious) == nil)
  }
}
