import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `Decoding errors` {
  private struct Cart: Codable {
    var lines: [Line]
  }

  private struct Line: Codable {
    var sku: String
    var detail: Detail
  }

  private struct Detail: Codable {
    var quantity: Int
  }

  private struct OtherCart: Codable {
    var lines: [OtherLine]
  }

  private struct OtherLine: Codable {
    var sku = "A"
    var detail: [String: String]
  }

  @Test func `a type mismatch names both kinds and the path`() throws {
    let data = try CompactEncoder().encode(["a": ["b": [true, false]]])
    let error = #expect(throws: DecodingError.self) {
      try CompactDecoder().decode([String: [String: [Int]]].self, from: data)
    }
    guard case .typeMismatch(let type, let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
    #expect(context.debugDescription == "the log holds a Boolean, not a Int")
    #expect(context.codingPath.map(\.stringValue) == ["a", "b", "Index 0"])
  }

  @Test func `a missing member is an error that names the key and the path`() throws {
    let cart = OtherCart(lines: [OtherLine(detail: ["quantity": "1"]), OtherLine(detail: [:])])
    let data = try CompactEncoder().encode(cart)
    let error = #expect(throws: DecodingError.self) {
      try CompactDecoder().decode([String: [Line]].self, from: data)
    }
    #expect(path(of: error) == ["lines", "Index 0", "detail", "quantity"])
    let wrong = #expect(throws: DecodingError.self) {
      try CompactDecoder().decode(Cart.self, from: data)
    }
    #expect(path(of: wrong) == ["lines", "Index 0", "detail", "quantity"])
  }

  @Test func `an error in the second element of a list has index 1 in its path`() throws {
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

  @Test func `an encoder that is used after its value was encoded is an error`() throws {
    final class Late: Encodable {
      var kept: (any Encoder)?
      func encode(to encoder: any Encoder) throws {
        kept = encoder
        var place = encoder.singleValueContainer()
        try place.encode(1)
      }
    }
    struct Pair: Encodable {
      let first = Late()
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(first, forKey: .first)
        var late = first.kept?.singleValueContainer()
        try late?.encode(2)
      }
      enum Key: CodingKey { case first }
    }
    #expect(throws: EncodingError.self) { try CompactEncoder().encode(Pair()) }
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

  private func path(of error: DecodingError?) -> [String]? {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    default: nil
    }
  }
}
