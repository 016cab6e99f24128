import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `Decoding errors` {
  @Test func `a missing member is an error that names the key and the path`() throws {
    struct Full: Codable { var name: String, size: Int? }
    struct Wanted: Codable { var size: Int }
    let data = try CompactEncoder().encode([Full(name: "a", size: 1), Full(name: "b", size: nil)])
    let error = #expect(throws: DecodingError.self) {
      try CompactDecoder().decode([Wanted].self, from: data)
    }
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(key.stringValue == "size")
    #expect(context.debugDescription == "the log has no 'size' here")
    #expect(context.codingPath.map(\.stringValue) == ["Index 1"])
  }

  @Test func `a signed number that does not fit is refused`() throws {
    let data = try CompactEncoder().encode([300, -1])
    #expect(throws: DecodingError.self) { try CompactDecoder().decode([UInt8].self, from: data) }
    #expect(throws: DecodingError.self) { try CompactDecoder().decode([UInt].self, from: data) }
    #expect(try CompactDecoder().decode([Int16].self, from: data) == [300, -1])
  }

  @Test func `an unsigned number that does not fit is refused`() throws {
    let data = try CompactEncoder().encode([300, UInt.max])
    #expect(throws: DecodingError.self) { try CompactDecoder().decode([Int8].self, from: data) }
    #expect(throws: DecodingError.self) { try CompactDecoder().decode([Int].self, from: data) }
    #expect(try CompactDecoder().decode([UInt64].self, from: data) == [300, .max])
  }

  @Test func `a list that is too short is an error that says so`() throws {
    struct Three: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        for _ in 0..<3 { _ = try list.decode(Int.self) }
      }
    }
    let data = try CompactEncoder().encode([1, 2])
    let error = #expect(throws: DecodingError.self) {
      try CompactDecoder().decode(Three.self, from: data)
    }
    guard case .valueNotFound(_, let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "the log holds no further element here")
  }

  @Test func `a decoder kept for later throws instead of reading freed bytes`() throws {
    struct Lazy: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    let data = try CompactEncoder().encode(["a": [1, 2]])
    let lazy = try CompactDecoder().decode([String: Lazy].self, from: data)
    let kept = try #require(lazy["a"])
    #expect(throws: DecodingError.self) { try [Int](from: kept.decoder) }
  }

  @Test func `two values in one single-value container are an error`() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var place = encoder.singleValueContainer()
        try place.encode(1)
        try place.encode(2)
      }
    }
    #expect(throws: EncodingError.self) { try CompactEncoder().encode(Twice()) }
  }
}

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
