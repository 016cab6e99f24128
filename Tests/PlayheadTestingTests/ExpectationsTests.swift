import PlayheadLog
import PlayheadTesting
import Testing

@Suite struct ExpectationsTests {
  @Test func `Expectations writes back the text of a fixture's expectations file unchanged`() throws
  {
    let text = """
      # A remark.

      always type <> 'Undo' or step = 1

      step 12
      cart.items["a = b"] = {"count": 1, "name": "x = y"}
      cart.note = null
      end
      cart.total = ?
      cart.names = [
        "\(String(repeating: "a", count: 60))",
        "\(String(repeating: "b", count: 60))"
      ]

      """
    let expectations = try Expectations(text, named: "f")
    #expect(expectations.text == text)
    #expect(expectations.values.map(\.step) == [12, 12, nil, nil])
    #expect(expectations.count == 5)
  }

  @Test(
    arguments: [
      (
        "end\n\nfinally",
        "line 3 of 'f' is not understood ('finally'): write 'PATH = JSON', 'always EXPR', 'step NUMBER', "
          + "'end', or begin it with '#'"
      ),
      (
        "always total >",
        "line 1 of 'f' has no condition after 'always': 'total >' is not a condition: it ends too early"
      ),
      (
        "a = yes",
        "line 1 of 'f' has no JSON after '=': write a text as \"text\", and '?' for a value to fill in; a "
          + "value continues in the lines that begin with a space, and in the line of its closing bracket"
      ),
    ])
  func `Expectations reports an invalid line with its number`(text: String, sentence: String) {
    let error = #expect(throws: ExpectationsError.self) { try Expectations(text, named: "f") }
    #expect(error?.description == sentence)
  }

  @Test func `a fixture whose expectation names an unknown store fails with a suggestion`() throws {
    let message = try Shelf("darwer.total = null").failure()
    #expect(
      message == """
        fixture 'sale.playhead' cannot be checked: 'sale.fixture.txt' asks for 'darwer.total', but there is no \
        such store; did you mean 'drawer.total'?
        """)
  }

  @Test func `a fixture whose expectations file has only comments fails`() throws {
    #expect(
      try Shelf("# later\n").failure() == """
        fixture 'sale.playhead' cannot be checked: 'sale.fixture.txt' expects nothing, so it cannot fail; \
        write 'PATH = ?', and 'playhead fixture update' fills it in
        """)
  }
}
