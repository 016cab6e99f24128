import Foundation
import PlayheadLog
import PlayheadValues

/// The state at the present step as the old program had it, for the new one to compare.
struct SavedState: Codable {
  let step: Step
  let state: SavedValue
}

/// A tree that loses nothing in a text of JSON, where numbers have no kinds and some no spelling.
struct SavedValue: Codable {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// A value's kind and its contents. Numbers are their bits or digits.
  private indirect enum Form: Codable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case int128(String)
    case uint128(String)
    case float(UInt32)
    case double(UInt64)
    case decimal(String)
    case string(String)
    case bytes([UInt8])
    case date(UInt64)
    case uuid(UUID)
    case list([SavedValue])
    case set([SavedValue])
    case dictionary([SavedValue], [SavedValue])
    case record([String], [SavedValue])
  }

  func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

  private var form: Form {
    switch value {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .uint(let number): .uint(number)
    case .int128(let number): .int128("\(number)")
    case .uint128(let number): .uint128("\(number)")
    case .float(let number): .float(number.bitPattern)
    case .double(let number): .double(number.bitPattern)
    case .decimal(let digits): .decimal(digits)
    case .string(let text): .string(text)
    case .bytes(let bytes): .bytes(bytes)
    case .date(let date): .date(date.timeIntervalSinceReferenceDate.bitPattern)
    case .uuid(let uuid): .uuid(uuid)
    case .list(let elements): .list(elements.map(SavedValue.init))
    case .set(let elements): .set(elements.map(SavedValue.init))
    case .dictionary(let entries):
      .dictionary(entries.map { .init($0.key) }, entries.map { .init($0.value) })
    case .record(let fields): .record(fields.map(\.name), fields.map { .init($0.value) })
    }
  }

  init(from decoder: any Decoder) throws {
    value =
      switch try Form(from: decoder) {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .int(let number): .int(number)
      case .uint(let number): .uint(number)
      case .int128(let digits): .int128(Int128(digits) ?? 0)
      case .uint128(let digits): .uint128(UInt128(digits) ?? 0)
      case .float(let bits): .float(Float(bitPattern: bits))
      case .double(let bits): .double(Double(bitPattern: bits))
      case .decimal(let digits): .decimal(digits)
      case .string(let text): .string(text)
      case .bytes(let bytes): .bytes(bytes)
      case .date(let bits):
        .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
      case .uuid(let uuid): .uuid(uuid)
      case .list(let elements): .list(elements.map(\.value))
      case .set(let elements): .set(elements.map(\.value))
      case .dictionary(let keys, let values):
        .dictionary(zip(keys, values).map { .init($0.value, $1.value) })
      case .record(let names, let values):
        .record(zip(names, values).map { .init($0, $1.value) })
      }
  }
}
