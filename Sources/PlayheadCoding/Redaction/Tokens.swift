import Foundation

/// Makes tokens: keyed hashes in the form of the values that they replace.
///
/// Equal values have the same token. Empty values stay, because stores write them to forget a secret: `""`,
/// no bytes, zero and `false`.
struct Tokens {
  /// Small enough to add up thousands of tokens, and large enough that ten million secrets rarely share one.
  private static let numberBits = 48
  /// Dates from 2001 to 2069.
  private static let dateBits = 31

  private let key: RedactionKey

  init(_ key: RedactionKey) {
    self.key = key
  }

  /// The token of a text: `token_` and sixteen hexadecimal digits, which is also a URL.
  func text(for text: String) -> String {
    guard !text.isEmpty else { return text }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    var composed = isASCII ? text : text.precomposedStringWithCanonicalMapping
    return composed.withUTF8 { name(number(of: .string, UnsafeRawBufferPointer($0))) }
  }

  /// The token of a run of bytes: a text's, as UTF-8.
  func bytes(for bytes: UnsafeRawBufferPointer) -> [UInt8] {
    bytes.isEmpty ? [] : Array(name(number(of: .bytes, bytes)).utf8)
  }

  /// The token of a UUID: a UUID of version 8 (application-defined), variant 1 of RFC 9562.
  func uuid(for bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard bytes.contains(where: { $0 != 0 }) else { return Array(bytes) }
    let words = [
      number(of: .uuid, bytes) & ~0xF000 | 0x8000,
      number(of: .uuid, bytes, part: 1) & ~(3 << 62) | 2 << 62,
    ]
    return words.flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }

  /// The token of a number whose magnitude has `bits` bits; never negative.
  func number(of kind: Kind, for number: some FixedWidthInteger, bits: Int) -> UInt64 {
    guard number != 0 else { return 0 }
    return withUnsafeBytes(of: number.littleEndian) {
      self.number(of: kind, $0) & Self.mask(min(bits, Self.numberBits))
    }
  }

  /// The token of a floating-point number: a whole number that its type can hold.
  func number(of kind: Kind, for number: some BinaryFloatingPoint, bits: Int) -> UInt64 {
    // The two zeros are equal, and no other two numbers are.
    self.number(of: kind, for: number == 0 ? 0 : Double(number).bitPattern, bits: bits)
  }

  /// The token of a decimal number: a whole number.
  func decimal(for text: String) -> String {
    guard text != "0" else { return text }
    var copy = text
    let number = copy.withUTF8 { self.number(of: .decimal, UnsafeRawBufferPointer($0)) }
    return String(number & Self.mask(Self.numberBits))
  }

  /// The token of a date, in seconds since 2001.
  func date(for seconds: Double) -> Double {
    Double(number(of: .date, for: seconds, bits: Self.dateBits))
  }

  private static func mask(_ bits: Int) -> UInt64 { 1 << UInt64(bits) - 1 }

  private func name(_ number: UInt64) -> String { "token_" + number.hexadecimal }

  /// The keyed hash of a value's kind and bytes. `part` 1 gives other bits than `part` 0.
  private func number(
    of kind: Kind, _ bytes: UnsafeRawBufferPointer, part: UInt8 = 0
  ) -> UInt64 {
    // 0x40 is above every kind.
    let input = [kind.rawValue | part * 0x40] + bytes
    return input.withUnsafeBytes { SipHash.hash64($0, key: key) }
  }
}
