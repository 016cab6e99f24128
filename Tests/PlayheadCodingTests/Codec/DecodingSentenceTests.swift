import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct DecodingSentenceTests {
  private enum Size: String, Codable { case small }
  private struct Shirt: Codable { var size: Size }
  private struct Price: Codable { var amount: Int }
  private struct Loose: Codable { var amount: String }

  /// Throws an error that tells all it knows.
  private struct Talkative: Decodable {
    struct Key: CodingKey {
      var stringValue: String
      let intValue: Int? = nil
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let secret = try decoder.singleValueContainer().decode(String.self)
      throw DecodingError.dataCorrupted(
        .init(codingPath: [Key(stringValue: secret)], debugDescription: "bad \(secret)"))
    }
  }

  private func sentence<T: Decodable>(
    of value: some Encodable, as type: T.Type, _ elements: CodingPathText.Elements = .byPosition
  ) throws -> String {
    let bytes = try CompactEncoder().encode(value)
    let error = try #require(throws: DecodingError.self) {
      _ = try CompactDecoder().decode(type, from: bytes)
    }
    return error.sentence(elements: elements)
  }

  @Test func `a type mismatch names the path, what the log holds and what the type wants`() throws {
    let values = [[Loose(amount: "secret")]]
    #expect(
      try sentence(of: values, as: [[Price]].self)
        == "at [0][0].amount: the log holds a text, not a Int")
    #expect(
      try sentence(of: values, as: [[Price]].self, .alike)
        == "at […][…].amount: the log holds a text, not a Int")
    #expect(try sentence(of: [String: Int](), as: Price.self) == "'amount' is missing")
  }

  @Test func `a decoding error shows no key, no raw value and no text of an app's own error`()
    throws
  {
    #expect(
      try sentence(of: ["secret": Loose(amount: "secret")], as: [String: Price].self)
        == "at […].amount: the log holds a text, not a Int")
    let refusal = "at […]: the type does not accept the value"
    #expect(try sentence(of: ["size": "secret"], as: Shirt.self) == refusal)
    #expect(try sentence(of: "secret", as: Talkative.self) == refusal)
  }
}
