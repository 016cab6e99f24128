import Foundation
import PlayheadCoding

extension Value {
  /// The value in the form for a path's brackets: complete, on one line, and readable by `PathParser`.
  ///
  /// Values that Swift's literals do not distinguish have their type: `UInt(3)`, `Float(0.5)`. Numbers
  /// without a literal are written as bits: `Double(0x7ff8000000000000)`. A date is its seconds since 2001.
  var literal: String {
    switch self {
    case .null: "nil"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .uint(let value): "UInt(\(value))"
    case .int128(let value): "Int128(\(value))"
    case .uint128(let value): "UInt128(\(value))"
    case .float(let value):
      "Float(" + (value.isFinite ? value.description : value.bitPattern.hexadecimal) + ")"
    case .double(let value): value.isFinite ? value.description : "Double(\(value.argument))"
    case .decimal(let text): "Decimal(" + DecimalText.plain(text).quoted + ")"
    case .string(let text): text.quoted
    case .bytes(let bytes): "Data(" + Data(bytes).base64EncodedString().quoted + ")"
    case .date(let date): "Date(" + date.timeIntervalSinceReferenceDate.argument + ")"
    case .uuid(let uuid): "UUID(" + uuid.uuidString.quoted + ")"
    case .list(let elements): "[" + elements.map(\.literal).joined(separator: ", ") + "]"
    case .set(let elements): "Set([" + elements.map(\.literal).joined(separator: ", ") + "])"
    case .dictionary([]): "[:]"
    case .dictionary(let entries):
      "[" + entries.map { $0.key.literal + ": " + $0.value.literal }.joined(separator: ", ") + "]"
    case .record(let fields):
      "(" + fields.map { $0.name.asLabel + ": " + $0.value.literal }.joined(separator: ", ") + ")"
    case .wrapped(let value): ".some(" + value.literal + ")"
    }
  }
}

extension Double {
  fileprivate var argument: String { isFinite ? description : bitPattern.hexadecimal }
}

extension FixedWidthInteger {
  fileprivate var hexadecimal: String { "0x" + String(self, radix: 16) }
}
