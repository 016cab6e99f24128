import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

private struct Everything: Codable, Equatable {
  var flag = true
  var small: UInt8 = 200
  var large: UInt64 = .max
  var signed: Int64 = -5
  var wide: Int128 = -1
  var half: Float = 0.5
  var number = 1.25
  var text = "ä"
  var date = Date(timeIntervalSinceReferenceDate: 12.25)
  var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var data = Data([1, 2, 3])
  var bytes: [UInt8] = [4, 5]
  var decimal = Decimal(string: "0.1")
  var link = URL(string: "https://example.org/a?b=c")
  var missing: Int?
  var list = [[1, 2], []]
  var set: Set<Int> = [3, 1]
  var named = ["a": 1, "b": 2]
  var numbered = [7: "seven"]
  var keyed = [Corner(x: 1): "one"]
  var tree = Tree(children: [Tree(children: []), Tree(children: [Tree(children: [])])])
  var choice = Choice.other(label: "x", 3)
}

private struct Corner: Codable, Hashable { var x: Int }
private struct Tree: Codable, Equatable { var children: [Tree] }
private enum Choice: Codable, Equatable {
  case none
  case other(label: String, Int)
}

@Suite struct ValueDecoderTests {
  @Test func `a value tree decodes to the value that it was made of`() throws {
    let value = Everything()
    let tree = try CanonicalEncoder().tree(of: value)
    #expect(try ValueDecoder(tree).decode(Everything.self) == value)
  }

  @Test func `JSON texts and numbers decode as dates, UUIDs, data and other types`() throws {
    func read<T: Decodable>(_ json: String, _ type: T.Type) throws -> T {
      try ValueDecoder(#require(Value(json: json))).decode(type)
    }
    #expect(try read("3", Double.self) == 3)
    #expect(try read("3.0", Int.self) == 3)
    #expect(try read("\"NaN\"", Double.self).isNaN)
    #expect(
      try read("\"2026-11-20T08:22:39.25Z\"", Date.self)
        == Date(timeIntervalSince1970: 1_795_162_959.25))
    #expect(
      try read("\"2026-11-20T08:22:39Z\"", Date.self) == Date(timeIntervalSince1970: 1_795_162_959))
    #expect(
      try read("\"01020304-0506-0708-090A-0B0C0D0E0F10\"", UUID.self) == Everything().id)
    #expect(try read("\"AQID\"", Data.self) == Data([1, 2, 3]))
    #expect(try read("0.1", Decimal.self) == Decimal(string: "0.1"))
    #expect(try read("\"https://a.b/c\"", URL.self) == URL(string: "https://a.b/c"))
    #expect(try read("{\"a\": [1, null]}", [String: [Int?]].self) == ["a": [1, nil]])
    #expect(
      try read("{\"other\": {\"label\": \"y\", \"_1\": 2}}", Choice.self)
        == .other(label: "y", 2))
    #expect(try read("18446744073709551615", UInt64.self) == .max)
  }

  @Test(arguments: ["300", "1.5", "\"1\"", "null", "18446744073709551615"])
  func `a JSON value that does not fit its type is refused`(json: String) throws {
    let value = try #require(Value(json: json))
    let error = try #require(throws: DecodingError.self) {
      _ = try ValueDecoder(value).decode(UInt8.self)
    }
    #expect(error.sentence == "it is not a value of UInt8")
  }

  @Test func `a decoding error of a value tree names the path but not the value`() throws {
    let value = try #require(Value(json: "{\"children\": [{\"children\": \"secret\"}]}"))
    let error = try #require(throws: DecodingError.self) {
      _ = try ValueDecoder(value).decode(Tree.self)
    }
    #expect(error.sentence.hasPrefix("at children[0].children: it is not a value of"))
    #expect(!error.sentence.contains("secret"))
  }

  @Test func `a decoding error of a date shows the expected form`() throws {
    let error = try #require(throws: DecodingError.self) {
      _ = try ValueDecoder(.int(3)).decode(Date.self)
    }
    #expect(error.sentence == #"it is not a date, such as "2026-01-31T08:30:00Z""#)
  }

  private enum Payment: Codable { case invoice, card(String) }

  @Test(arguments: [#""invoice""#, #"{"card":"1111"}"#])
  func `a decoding error of an enum shows how its cases are written`(json: String) throws {
    let value = try #require(Value(json: json))
    let error = try #require(throws: DecodingError.self) {
      _ = try ValueDecoder(value).decode(Payment.self)
    }
    #expect(error.sentence.hasSuffix(#"is written {"name":{}}, or {"name":{"_0":3}} with a value"#))
  }

  @Test func `a value tree nested 5,000 levels deep is refused`() throws {
    var value = Value.record([.init("children", .list([]))])
    for _ in 0..<5_000 { value = .record([.init("children", .list([value]))]) }
    #expect(throws: DecodingError.self) { try ValueDecoder(value).decode(Tree.self) }
  }
}
