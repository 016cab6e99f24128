import Foundation
import PlayheadCoding

/// Writes values as JSON (RFC 8259) into bytes, on one line and without spaces.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether NaN is `null` and infinity a number too large for a `Double`, instead of texts.
  var isForSQL = false

  mutating func write(_ value: Value) {
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .int(let value): write(String(value))
    case .uint(let value): write(String(value))
    case .int128(let value): write(String(value))
    case .uint128(let value): write(String(value))
    case .float(let value): writeNumber(value.description, Double(value))
    case .double(let value): writeNumber(value.description, value)
    case .decimal(let text):
      let plain = DecimalText.plain(text)
      if plain.isJSONNumber {
        write(plain)
      } else if text == "nan" {
        writeNumber(text, .nan)
      } else {
        writeText(text)
      }
    case .string(let text): writeText(text)
    case .bytes(let bytes): writeText(Data(bytes).base64EncodedString())
    case .date(let date): writeDate(date)
    case .uuid(let uuid): writeText(uuid.uuidString)
    case .list(let elements), .set(let elements):
      writeContainer("[", elements, "]") { $0.write($1) }
    case .dictionary(let entries): writeDictionary(entries)
    case .wrapped(let value): write(Value.record([Value.Field("some", value)]))
    case .record(let fields):
      writeContainer("{", fields, "}") { $0.writeMember($1.name, $1.value) }
    }
  }

  private mutating func writeDictionary(_ entries: [Value.Entry]) {
    guard entries.areObject else {
      writeContainer("[", entries, "]") { $0.write(["key": $1.key, "value": $1.value]) }
      return
    }
    writeContainer("{", entries, "}") {
      if case .string(let name) = $1.key { $0.writeMember(name, $1.value) }
    }
  }

  private mutating func writeMember(_ name: String, _ value: Value) {
    writeText(name)
    write(":")
    write(value)
  }

  private mutating func writeContainer<Part>(
    _ open: String, _ parts: [Part], _ close: String, part: (inout JSONWriter, Part) -> Void
  ) {
    write(open)
    for (place, value) in parts.enumerated() {
      if place > 0 { write(",") }
      part(&self, value)
    }
    write(close)
  }

  private mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}

// MARK: - Values without a JSON form

extension JSONWriter {
  /// Swift's shortest text that reads back as the same number; a JSON text for NaN and infinities.
  private mutating func writeNumber(_ text: String, _ value: Double) {
    let sign = value.sign == .minus ? "-" : ""
    if value.isFinite {
      write(text)
    } else if isForSQL {
      write(value.isNaN ? "null" : sign + "9e999")
    } else {
      writeText(value.isNaN ? "NaN" : sign + "Infinity")
    }
  }

  /// ISO 8601; beyond the calendar, the seconds since 2001.
  private mutating func writeDate(_ date: Date) {
    if let text = ISO8601.text(of: date) {
      writeText(text)
    } else {
      let seconds = date.timeIntervalSinceReferenceDate
      writeNumber(seconds.description, seconds)
    }
  }
}

// MARK: - Texts

extension JSONWriter {
  private mutating func writeText(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { writeEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Copies runs of plain bytes: UTF-8 beyond ASCII needs no escapes.
  private mutating func writeEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for place in text.indices where text[place].needsEscape {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<place]))
      writeEscape(text[place])
      start = place + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): write("\\\"")
    case UInt8(ascii: "\\"): write("\\\\")
    case UInt8(ascii: "\n"): write("\\n")
    case UInt8(ascii: "\r"): write("\\r")
    case UInt8(ascii: "\t"): write("\\t")
    default: write(UInt16(byte).inJSON)
    }
  }
}

extension UInt8 {
  /// RFC 8259, section 7: control characters, the quotation mark, the backslash.
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
