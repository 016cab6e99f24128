/// 128 bits, to be kept from readers of the log.
///
/// Its description and mirror do not contain the key.
public struct RedactionKey: Sendable, Hashable {
  let low: UInt64
  let high: UInt64

  /// The key with these bytes, which you kept; `nil` unless there are sixteen.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    let words = [bytes.prefix(8), bytes.suffix(8)].map { word in
      word.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    (low, high) = (words[0], words[1])
  }

  package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// A random key.
  public static func random() -> RedactionKey {
    var generator = SystemRandomNumberGenerator()
    return RedactionKey(low: generator.next(), high: generator.next())
  }

  /// A key made from bytes, such as a script's. It only protects from readers who do not know the bytes.
  package init(derivedFrom bytes: [UInt8]) {
    low = bytes.withUnsafeBytes { SipHash.hash64($0, key: RedactionKey(low: 0, high: 0)) }
    high = bytes.withUnsafeBytes { SipHash.hash64($0, key: RedactionKey(low: 1, high: 0)) }
  }

  /// The sixteen bytes, for you to keep.
  public var bytes: [UInt8] {
    [low, high].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    }
  }
}

extension RedactionKey: CustomStringConvertible, CustomReflectable {
  /// Not the key.
  public var description: String { "a redaction key" }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
