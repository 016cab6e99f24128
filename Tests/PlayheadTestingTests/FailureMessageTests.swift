import PlayheadReplay
import PlayheadTesting
import Testing

/// What a developer reads when a fixture fails.
@Suite struct FailureMessageTests {
  @Test func `nothing is said where all is as it is expected`() throws {
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

  @Test func `another value is shown with its step, its action and a way to look`() throws {
    let shelf = try Shelf(
      "step 1\ndrawer.total = 12\nend\ndrawer.total = 30\nlog[1] = \"sold hat\"\n")
    #expect(
      shelf.failure() == """
        fixture 'sale.playhead' fails

          the end, step 3: Refund(price: 12)
          drawer.total, − expected, + actual:
            − 30
            + 18

          to see it:     YOUR-DEBUGGER debug sale.playhead, then 'goto 3'
          to accept it:  YOUR-DEBUGGER fixture update sale.playhead, or run the test again with PLAYHEAD_RECORD=failed
        """)
    #expect(shelf.failure(MendedTill.self) == nil)
  }

  @Test func `a difference inside is folded around what changed`() throws {
    let shelf = try Shelf(
      "drawer = {\"rate\": 1, \"sold\": {\"hat\": 1, \"mug\": 2}, \"stamps\": [], \"total\": 18}")
    #expect(
      shelf.failure()?.contains(
        """
          drawer, − expected, + actual:
              (
                … 1 unchanged,
                sold: (
                  … 1 unchanged,
            −     mug: 2
            +     mug: 1
                ),
                … 2 unchanged
              )
        """) == true, "\(shelf.failure() ?? "")")
  }

  @Test func `a condition is shown where it first does not hold, with what it asks for`() throws {
    let shelf = try Shelf(
      "always state('drawer.total') >= 20 or type = 'Sell' or step = 0 -- enough\n")
    #expect(
      shelf.failure() == """
        fixture 'sale.playhead' fails

          the end, step 3: Refund(price: 12)
          'always state('drawer.total') >= 20 or type = 'Sell' or step = 0 -- enough' does not hold:
            drawer.total is 18

          to see it:     YOUR-DEBUGGER debug sale.playhead, then 'goto 3'
          to accept it:  change its line in sale.fixture.txt
        """)
    #expect(shelf.failure(MendedTill.self) == nil)
  }

  @Test func `a condition holds at the initial state, too`() throws {
    #expect(try Shelf("always step > 0").failure()?.contains("\n  step 0 of 3\n") == true)
  }

  @Test func `a condition has to be true somewhere, and may be unknown elsewhere`() throws {
    #expect(try Shelf("always state('drawer.sold.hat') = 1").failure() == nil)
    let message = try Shelf("always state('drawer.solt.hat') = 1").failure()
    #expect(
      message?.contains(
        "  'always state('drawer.solt.hat') = 1' is neither true nor false at any step: its paths have no values\n"
          + "    the state at step 3 has no 'drawer.solt.hat'; did you mean 'drawer.sold'?\n"
      ) == true, "\(message ?? "")")
  }

  @Test func `of many findings the first are shown`() throws {
    let message = try Shelf((0...3).map { "step \($0)\ndrawer.rate = 7\n" }.joined()).failure()
    #expect(message?.contains("  … and 1 more\n") == true, "\(message ?? "")")
  }

  @Test func `an action that no store takes any more is named`() throws {
    let message = try Shelf("drawer.total = 18").failure(StingyTill.self)
    #expect(
      message == """
        fixture 'sale.playhead' cannot be checked: 'sale.playhead' does not fit this build of the app exactly, \
        as strict reading requires:
          impossible: action 'Refund': the app has no such type, but stores handled it when it was recorded, at \
        step 3
        """)
    #expect(try Shelf("drawer.total = 42").failure(StingyTill.self, decoding: .salvage) == nil)
  }

  @Test func `that stores drew something else is told beside what came of it`() throws {
    let message = try Shelf("drawer.stamps = []").failure(CuriousTill.self)
    #expect(
      message?.contains(
        "\n  From step 1 on the stores drew values that were not recorded and got placeholders: "
      )
        == true, "\(message ?? "")")
    #expect(try Shelf("drawer.total = 18").failure(CuriousTill.self) == nil)
  }

  @Test func `what cannot be checked is said in a sentence`() throws {
    let shelf = try Shelf()
    #expect(
      shelf.failure() == """
        fixture 'sale.playhead' has no expectations, and this run records none; 'YOUR-DEBUGGER \
        fixture update sale.playhead' writes 'sale.fixture.txt'
        """)
    #expect(
      shelf.failure(of: "sole") == """
        fixture 'sole.playhead' cannot be checked: there is no file 'sole.playhead'; check the path
        """)
    #expect(
      Fixtures.all(in: shelf.path + "/nowhere").first?.failure(
        with: ForgetfulPlayer(), .strict, .never
      )
      .map { "\($0)".replacing(shelf.path + "/", with: "") } == """
        fixture 'nowhere' cannot be checked: there is no fixture in 'nowhere'; 'playhead fixture add LOG \
        --name NAME' makes one from a log
        """)
  }
}
