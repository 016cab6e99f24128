import PlayheadValues
import Testing

/// How answers become JSON.
@Suite struct JSONAnswerTests {
  private struct Answer: Encodable {
    var name = "cart"
    var count: Int? = nil
    var title: String? = nil
    @IfPresent var page: String? = nil
    @IfPresent var removed: Value?? = nil
    var value = Value.record([.init("z", 1), .init("a", .null)])
    var parts: [Part?] = [Part(number: .max), nil]
  }

  private struct Part: Encodable {
    var number: UInt64
  }

  private struct Path: HasJSONForm {
    var names: [String]
    var jsonForm: String { names.joined(separator: ".") }
  }

  @Test func `members keep the order of their declaration, and values of an app their own JSON`()
    throws
  {
    #expect(
      try JSON(Answer()).text
        == #"{"name":"cart","count":null,"title":null,"value":{"z":1,"a":null},"#
        + #""parts":[{"number":18446744073709551615},null]}"#)
  }

  @Test func `a member with IfPresent is left out without a value, and null if its value is nil`()
    throws
  {
    var answer = Answer(value: .null, parts: [])
    (answer.page, answer.removed) = ("a.html", .some(nil))
    #expect(
      try JSON(answer).text
        == #"{"name":"cart","count":null,"title":null,"page":"a.html","removed":null,"value":null,"parts":[]}"#
    )
  }

  @Test func `a type with another form is written in that form, alone and as an element`() throws {
    let path = Path(names: ["cart", "total"])
    #expect(try JSON(path).text == #""cart.total""#)
    #expect(try JSON([path]).text == #"["cart.total"]"#)
  }

  @Test func `two answers are joined to one object`() throws {
    let joined = Joined(Part(number: 1), Joined(Part(number: 2), Part(number: 3)))
    #expect(try JSON(joined).text == #"{"number":1,"number":2,"number":3}"#)
  }
}
