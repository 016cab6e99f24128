import Foundation
import PlayheadCoding

extension Value {
  /// The value that a text of JSON has: objects as records, arrays as lists, numbers as integers where
  /// they are whole. Nil if the text is no JSON.
  ///
  /// The order of an object's members is not kept. Costs what `JSONDecoder` costs, which is much: it is
  /// for what people write.
  public init?(json: String) {
    guard let read = try? JSONDecoder().decode(ReadJSON.self, from: Data(json.utf8)) else {
      return nil
    }
    self = read.value
  }
}

private struct ReadJSON: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      let names = container.allKeys.sorted { $0.stringValue < $1.stringValue }
      value = .record(
        try names.map {
          .init($0.stringValue, try container.decode(ReadJSON.self, forKey: $0).value)
        }
      )
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [Value] = []
      while !container.isAtEnd { elements.append(try container.decode(ReadJSON.self).value) }
      value = .list(elements)
    } else {
      value = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> Value {
    if container.decodeNil() { return .null }
    if let flag = try? container.decode(Bool.self) { return .bool(flag) }
    if let number = try? container.decode(Int64.self) { return .int(number) }
    if let number = try? container.decode(UInt64.self) { return .uint(number) }
    if let number = try? container.decode(Double.self) { return .double(number) }
    return .string(try container.decode(String.self))
  }
}
