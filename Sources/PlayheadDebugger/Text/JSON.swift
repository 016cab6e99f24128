import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A result as JSON: keys stay in the order in which they are written.
///
///     let result: JSON = ["actions": 1_234, "clean": true, "gaps": []]
package indirect enum JSON: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A whole number, large ones included.
  case uint(UInt64)
  /// A number; `null` if it is not finite, because JSON has no word for that.
  case double(Double)
  /// A text.
  case string(String)
  /// An ordered collection.
  case array([JSON])
  /// Keys and values, in this order.
  case object([(key: String, value: JSON)])
  /// JSON that is already text, such as a rendered value of a log. It must be valid and on one line.
  case raw(String)
}

extension JSON {
  /// A text, or `null`.
  package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  /// A whole number.
  package static func number(_ number: Int) -> JSON { .int(Int64(number)) }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }

  package init(arrayLiteral elements: JSON...) { self = .array(elements) }

  package init(stringLiteral text: String) { self = .string(text) }

  package init(integerLiteral number: Int64) { self = .int(number) }

  package init(booleanLiteral truth: Bool) { self = .bool(truth) }

  package init(floatLiteral number: Double) { self = .double(number) }

  package init(nilLiteral: ()) { self = .null }
}

extension JSON {
  /// The value as text on one line.
  package var text: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as UTF-8 on one line.
  package func write(into bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let truth): bytes += (truth ? "true" : "false").utf8
    case .int(let number): bytes += String(number).utf8
    case .uint(let number): bytes += String(number).utf8
    case .double(let number): bytes += (number.isFinite ? "\(number)" : "null").utf8
    case .string(let text): Self.writeString(text, into: &bytes)
    case .array(let elements): Self.writeArray(elements, into: &bytes)
    case .object(let members): Self.writeObject(members, into: &bytes)
    case .raw(let text): bytes += text.utf8
    }
  }

  private static func writeArray(_ elements: [JSON], into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      element.write(into: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func writeObject(
    _ members: [(key: String, value: JSON)], into bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      writeString(member.key, into: &bytes)
      bytes.append(UInt8(ascii: ":"))
      member.value.write(into: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends `text` in quotes, escaped where JSON asks for it.
  package static func writeString(_ text: String, into bytes: inout [UInt8]) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { writeEscaped($0, into: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Copies whole runs of bytes that need no escape: nearly all of a text is such a run.
  private static func writeEscaped(
    _ text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]
  ) {
    var start = text.startIndex
    for index in text.indices where needsEscape(text[index]) {
      bytes.append(contentsOf: text[start..<index])
      writeEscape(text[index], into: &bytes)
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == delete
  }

  /// JSON allows this control character; terminals may act on it.
  private static let delete: UInt8 = 0x7F

  private static func writeEscape(_ byte: UInt8, into bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): bytes += "\\\"".utf8
    case UInt8(ascii: "\\"): bytes += "\\\\".utf8
    case UInt8(ascii: "\n"): bytes += "\\n".utf8
    case UInt8(ascii: "\r"): bytes += "\\r".utf8
    case UInt8(ascii: "\t"): bytes += "\\t".utf8
    default:
      let digits = String(byte, radix: 16)
      bytes += "\\u00".utf8
      if digits.count == 1 { bytes.append(UInt8(ascii: "0")) }
      bytes += digits.utf8
    }
  }
}

extension JSON {
  /// A value of the log.
  static func tree(_ value: PlayheadValues.Value) -> JSON { .raw(value.json) }

  /// A value of the log; `null` if there is none.
  static func optional(_ value: PlayheadValues.Value?) -> JSON { value.map(JSON.tree) ?? .null }

  /// A range of steps.
  static func steps(_ steps: ClosedRange<Step>) -> JSON {
    ["first": .uint(steps.lowerBound.number), "last": .uint(steps.upperBound.number)]
  }

  /// A step, or `null`.
  static func optional(_ step: Step?) -> JSON { step.map { .uint($0.number) } ?? .null }
}
