import Foundation
import PlayheadCoding
import Testing

@Suite struct ReplacementTests {
  private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  private static let date = Date(timeIntervalSinceReferenceDate: 12_345.5)

  @Test func `a redacted value with the replacement 'dropped' becomes empty, zero or nil`() throws {
    #expect(try redacted("secret", .dropped) == "")
    #expect(try redacted(Data("secret".utf8), .dropped) == Data())
    #expect(try redacted([UInt8](1...9), .dropped) == [])
    #expect(try redacted(["a", "b"], .dropped) == [])
    #expect(try redacted(Set(["a"]), .dropped) == [])
    #expect(try redacted(["a": 1], .dropped) == [:])
    #expect(try redacted("a" as String?, .dropped) == nil)
    #expect(try redacted(true, .dropped) == false)
    #expect(try redacted(42, .dropped) == 0)
    #expect(try redacted(-1.5, .dropped) == 0)
    #expect(try redacted(Decimal(string: "12.5"), .dropped) == nil)
    #expect(try redacted(Self.uuid, .dropped) == Self.nobody)
    #expect(try redacted(Self.date, .dropped) == Date(timeIntervalSinceReferenceDate: 0))
    #expect(try redacted(URL(string: "https://x.example/a"), .dropped) == nil)
    #expect(try redacted(url("https://x.example"), .dropped) == url("about:blank"))
  }

  @Test
  func
    `redacted values with the replacement 'masked' are all the same, and empty texts stay empty`()
    throws
  {
    #expect(try redacted("secret", .masked) == "***")
    #expect(try redacted("", .masked) == "")
    #expect(try redacted(Data("secret".utf8), .masked) == Data("***".utf8))
    #expect(try redacted(["a", "bc"], .masked) == ["***", "***"])
    #expect(try redacted(Set(["a", "b"]), .masked) == [])
    #expect(try redacted(["a": 1, "b": 2], .masked) == [:])
    #expect(try redacted("secret" as String?, .masked) == "***")
    #expect(try redacted(42, .masked) == 0)
    #expect(try redacted(Self.uuid, .masked) == Self.nobody)
    #expect(try redacted(url("https://x.example"), .masked) == url("about:blank"))
  }

  @Test func `a redaction token keeps the value's type, and equal values have equal tokens`() throws
  {
    try expectTokens("one", "two")
    try expectTokens(Data([1]), Data([2]))
    try expectTokens(Self.uuid, UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)))
    try expectTokens(Self.date, Self.date + 1)
    try expectTokens(1, -1)
    try expectTokens(Int16(1), 2)
    try expectTokens(UInt32(1), .max)
    try expectTokens(Int128.max, .min)
    try expectTokens(UInt128.max, 3)
    try expectTokens(Float(1.5), 2)
    try expectTokens(1.5, .infinity)
    try expectTokens(Decimal(1), Decimal(2))
    try expectTokens(
      url("https://a.example"), url("https://b.example"))
    try expectTokens(Password(text: "one"), Password(text: "two"))
    try expectTokens(SignIn.withCode("1"), .withCode("2"))
    try expectTokens(["a": [Set([1])]], ["a": [Set([2])]])
    try expectTokens([1: "one"], [2: "one"])
    try expectTokens([Self.date: "x"], [Self.date: "y"])
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func expectTokens<T: Codable & Equatable>(
    _ one: T, _ other: T, _ at: SourceLocation = #_sourceLocation
  ) throws {
    let token = try redacted(one, .token)
    #expect(token != one, sourceLocation: at)
    #expect(try redacted(one, .token) == token, sourceLocation: at)
    #expect(try redacted(other, .token) != token, sourceLocation: at)
    #expect(
      try redacted(one, Redaction(.type(T.self), key: .random())) != token, sourceLocation: at)
    #expect(try redacted([one, one], .token) == [token, token], sourceLocation: at)
    #expect(try redacted(Boxed(value: one), .token) == Boxed(value: token), sourceLocation: at)
  }

  @Test func `redaction tokens of integers fit their types and are small enough to be added up`()
    throws
  {
    for value in Int8.min...(.max) { _ = try redacted(value, .token) }
    for value in UInt8.min...(.max) { _ = try redacted(value, .token) }
    for value in 1...200 { #expect(try (1..<1 << 48).contains(redacted(value, .token))) }
  }

  @Test func `redaction by tokens keeps empty values, zeros and nil as they are`() throws {
    #expect(try redacted("", .token) == "")
    #expect(try redacted(Data(), .token) == Data())
    #expect(try redacted([String](), .token) == [])
    #expect(try redacted(0, .token) == 0)
    #expect(try redacted(-0.0, .token) == 0)
    #expect(try redacted(Decimal(0), .token) == 0)
    #expect(try redacted(Self.nobody, .token) == Self.nobody)
    #expect(try redacted(nil as String?, .token) == nil)
    #expect(try redacted(true, .token) == false)
  }

  @Test func `values that Swift treats as equal have the same redaction token`() throws {
    #expect(try token(of: "caf\u{e9}") == token(of: "cafe\u{301}"))
    #expect(try redacted(0.0, .token) == redacted(-0.0, .token))
  }

  @Test func `a text has the same redaction token whatever type contains it`() throws {
    let token = try token(of: "ada@x.example")
    #expect(try redacted(Email(rawValue: "ada@x.example"), .token).rawValue == token)
    #expect(try redacted(Password(text: "ada@x.example"), .token).text == token)
    #expect(try redacted(url("ada@x.example"), .token).absoluteString == token)
    #expect(try redacted(["ada@x.example": true], .token) == [token: false])
    #expect(try redacted([Phone(number: "ada@x.example"): 0], .token) == [Phone(number: token): 0])
    #expect(token.hasPrefix("token_") && token.utf8.count == 22)
  }

  @Test(arguments: Redaction.Replacement.allCases)
  func `redacted enums keep their cases`(replacement: Redaction.Replacement) throws {
    for role in Role.allCases { #expect(try redacted(role, replacement) == role) }
    #expect(try redacted(Level.high, replacement) == .high)
    #expect(try redacted(Plain.two, replacement) == .two)
    #expect(try redacted(SignIn.anonymous, replacement) == .anonymous)
    let signIn = SignIn.withPassword(user: "ada", password: Password(text: "horse"))
    if case .withPassword(let user, let password) = try redacted(signIn, replacement) {
      #expect(user != "ada" && password.text != "horse")
    } else {
      Issue.record("another case")
    }
  }
}
