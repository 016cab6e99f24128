import Foundation

/// A form from which the very same value is read again, by any encoder: each kind of value is named, and numbers are their bits or
/// digits. ``json`` is what other programs read.
extension Value: Codable {
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
    case bytes(Data)
    case date(UInt64)
    case uuid(UUID)
    case list([Value])
    case set([Value])
    case dictionary([Value], [Value])
    case record([String], [Value])
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

  private var form: Form {
    switch self {
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
    case .bytes(let bytes): .bytes(Data(bytes))
    case .date(let date): .date(date.timeIntervalSinceReferenceDate.bitPattern)
    case .uuid(let uuid): .uuid(uuid)
    case .list(let elements): .list(elements)
    case .set(let elements): .set(elements)
    case .dictionary(let entries): .dictionary(entries.map(\.key), entries.map(\.value))
    case .record(let fields): .record(fields.map(\.name), fields.map(\.value))
    }
  }

  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    self =
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
      case .bytes(let bytes): .bytes([UInt8](bytes))
      case .date(let bits):
        .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
      case .uuid(let uuid): .uuid(uuid)
      case .list(let elements): .list(elements)
      case .set(let elements): .set(elements)
      case .dictionary(let keys, let values): .dictionary(zip(keys, values).map { .init($0, $1) })
      case .record(let names, let values): .record(zip(names, values).map { .init($0, $1) })
      }
  }
}
