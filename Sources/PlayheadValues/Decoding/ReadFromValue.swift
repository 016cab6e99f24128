import Foundation
import PlayheadCoding

/// A type whose values a tree has as a whole, and which is read from every form that means the same.
protocol ReadFromValue {
  /// Nil if the value is none of this type.
  init?(value: Value)
}

extension ReadFromValue where Self: FixedWidthInteger {
  /// Any whole number that fits.
  init?(value: Value) {
    let number: Self? =
      switch value {
      case .int(let number): Self(exactly: number)
      case .uint(let number): Self(exactly: number)
      case .int128(let number): Self(exactly: number)
      case .uint128(let number): Self(exactly: number)
      case .float(let number): Self(exactly: number)
      case .double(let number): Self(exactly: number)
      default: nil
      }
    guard let number else { return nil }
    self = number
  }
}

extension Int: ReadFromValue {}
extension Int8: ReadFromValue {}
extension Int16: ReadFromValue {}
extension Int32: ReadFromValue {}
extension Int64: ReadFromValue {}
extension Int128: ReadFromValue {}
extension UInt: ReadFromValue {}
extension UInt8: ReadFromValue {}
extension UInt16: ReadFromValue {}
extension UInt32: ReadFromValue {}
extension UInt64: ReadFromValue {}
extension UInt128: ReadFromValue {}

extension Double: ReadFromValue {
  /// Any number, and the texts that JSON has for what is none.
  init?(value: Value) {
    switch value {
    case .double(let number): self = number
    case .float(let number): self = Double(number)
    case .int(let number): self = Double(number)
    case .uint(let number): self = Double(number)
    case .string("NaN"): self = .nan
    case .string("Infinity"): self = .infinity
    case .string("-Infinity"): self = -.infinity
    default: return nil
    }
  }
}

extension Float: ReadFromValue {
  /// Any number, rounded.
  init?(value: Value) {
    if case .float(let number) = value {
      self = number
    } else if let number = Double(value: value) {
      self = Float(number)
    } else {
      return nil
    }
  }
}

extension Bool: ReadFromValue {
  init?(value: Value) {
    guard case .bool(let flag) = value else { return nil }
    self = flag
  }
}

extension String: ReadFromValue {
  init?(value: Value) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
}

extension UUID: ReadFromValue {
  init?(value: Value) {
    switch value {
    case .uuid(let uuid): self = uuid
    case .string(let text): self.init(uuidString: text)
    default: return nil
    }
  }
}

extension URL: ReadFromValue {
  init?(value: Value) {
    guard case .string(let text) = value else { return nil }
    self.init(string: text)
  }
}

extension Data: ReadFromValue {
  init?(value: Value) {
    switch value {
    case .bytes(let bytes): self.init(bytes)
    case .string(let text): self.init(base64Encoded: text)
    default: return nil
    }
  }
}

extension Decimal: ReadFromValue {
  init?(value: Value) {
    switch value {
    case .decimal(let text):
      guard let decimal = DecimalText.decimal(from: text) else { return nil }
      self = decimal
    case .int(let number): self.init(number)
    case .uint(let number): self.init(number)
    case .double(let number):
      // By its shortest text: 0.1 means a tenth.
      guard number.isFinite, let decimal = Decimal(string: number.description) else { return nil }
      self = decimal
    default: return nil
    }
  }
}

extension Date: ReadFromValue {
  init?(value: Value) {
    switch value {
    case .date(let date): self = date
    case .string(let text):
      guard let date = Date(iso8601: text) else { return nil }
      self = date
    default: return nil
    }
  }

  /// `2026-11-20T08:22:39.25Z`: the fraction is read apart, as no format of the system has more than
  /// milliseconds.
  private init?(iso8601 text: String) {
    let (head, rest) = (text.prefix { $0 != "." }, text.drop { $0 != "." })
    let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
    guard rest.isEmpty || !digits.isEmpty else { return nil }
    let whole = String(head + rest.dropFirst(rest.isEmpty ? 0 : digits.count + 1))
    guard let date = try? Date(whole, strategy: .iso8601) else { return nil }
    let seconds = date.timeIntervalSinceReferenceDate + (Double("0." + digits) ?? 0)
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}
