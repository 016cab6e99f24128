import Foundation

/// Why an input that looks like a trace is not one.
enum EditingTraceError: Error {
  /// The input is compressed.
  case compressed

  /// The input ends before its last brace, after so many bytes.
  case cutOff(bytes: Int)

  /// The input as a whole is not JSON, or has a number that no `Int` holds.
  case unreadable

  /// A member is missing.
  case missing(member: String, place: String)

  /// A value has another type than the form asks for.
  case wrongType(place: String)

  /// A patch has more than three elements.
  case notAPatch(place: String)

  /// A time is not ISO 8601.
  case notATime(place: String, text: String)

  /// A patch lies outside the text, which has `length` scalars at that point.
  case outsideText(place: String, length: Int)

  /// The session begins with a text that no patch has put in.
  case startsWithText(scalars: Int)

  /// The fact behind a decoder's error.
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

  /// A place in the document as JavaScript would write it: `txns[3].patches[0]`.
  static func place(_ path: [any CodingKey]) -> String {
    path.reduce("") { place, key in
      if let index = key.intValue { return place + "[\(index)]" }
      return place.isEmpty ? key.stringValue : place + "." + key.stringValue
    }
  }
}
