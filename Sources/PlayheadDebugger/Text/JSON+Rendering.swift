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
