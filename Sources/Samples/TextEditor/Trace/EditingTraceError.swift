import Foundation

/// Why an input that looks like a trace is not one.
enum EditingTraceError: Error {
  /// The input is compressed.
  case compressed

  /// The input ends before its last brace, after this many bytes.
  case cutOff(bytes: Int)

  /// The input is not JSON, or has a number that does not fit an `Int`.
  case unreadable

  /// A member is missing.
  case missing(member: String, place: String)

  /// A value has the wrong type.
  case wrongType(place: String)

  /// A patch has more than three elements.
  case notAPatch(place: String)

  /// A time is not ISO 8601.
  case notATime(place: String, text: String)

  /// A patch is outside the text, which has `length` scalars at that point.
  case outsideText(place: String, length: Int)

  /// The session begins with a text that no patch inserted.
  case startsWithText(scalars: Int)

  /// Turns a decoder's error into a fact.
  init(_ error: DecodingError, in input: Data) {
    switch error {
    case .keyNotFound(let key, let context):
      self = .missing(member: key.stringValue, place: Self.place(context.codingPath))
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      self = .wrongType(place: Self.place(context.codingPath))
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      self = .wrongType(place: Self.place(context.codingPath))
    default:
      let last = input.last { !Set(" \t\r\n".utf8).contains($0) }
      self = last == UInt8(ascii: "}") ? .unreadable : .cutOff(bytes: input.count)
    }
  }

  /// A place in the document in JavaScript's notation: `txns[3].patches[0]`.
  static func place(_ path: [any CodingKey]) -> String {
    path.reduce("") { place, key in
      if let index = key.intValue { return place + "[\(index)]" }
      return place.isEmpty ? key.stringValue : place + "." + key.stringValue
    }
  }
}
