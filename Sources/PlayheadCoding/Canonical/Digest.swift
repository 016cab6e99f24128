/// The 64-bit hash of a value's canonical form: equal values have equal digests, on every run and platform.
///
/// XXH64, which finds accidents, not forgeries. Zero has no special meaning.
package struct Digest: Hashable, Sendable, Codable {
  package let number: UInt64

  /// A digest from a log.
  package init(_ number: UInt64) {
    self.number = number
  }

  /// The digest of bytes in canonical form.
  package init(canonical bytes: UnsafeRawBufferPointer) {
    number = XXHash.hash64(bytes)
  }
}

extension Digest: CustomStringConvertible {
  /// Sixteen hexadecimal digits.
  package var description: String { number.hexadecimal }
}

extension FixedWidthInteger {
  /// All of its hexadecimal digits, with leading zeros.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}
