/// Reads all bytes from outside. It checks every read against the remaining bytes, so that no file can trap
/// the program or make it allocate without limit.
///
/// It borrows the memory and must not outlive it.
@usableFromInline
package struct ByteReader {
  @usableFromInline var next: Int
  @usableFromInline package let bytes: UnsafeRawBufferPointer
  /// The bytes of memory that values may still take.
  @usableFromInline package var memory: Int
  /// The number of values without a byte of their own that may still follow.
  @usableFromInline package var credit: Int

  @inlinable
  package init(
    _ bytes: UnsafeRawBufferPointer, at position: Int = 0, memory: Int = .max, credit: Int = 0
  ) {
    (self.bytes, self.memory, self.credit) = (bytes, memory, credit)
    next = min(max(position, 0), bytes.count)
  }

  /// Uses memory for `count` things of `size` bytes each. Throws beyond the limit.
  package mutating func reserve(memory size: Int, count: Int = 1) throws(ByteFault) {
    let (taken, overflow) = size.multipliedReportingOverflow(by: count)
    guard !overflow, taken <= memory else { throw ByteFault.exceedsMemory }
    memory -= taken
  }

  /// Uses credit for `count` values without a byte of their own.
  package mutating func reserve(credit count: UInt64) throws(ByteFault) {
    guard count <= UInt64(credit) else { throw ByteFault.tooMany(count, at: position) }
    credit -= Int(count)
  }

  @inlinable package var position: Int { next }
  @inlinable package var remaining: Int { bytes.count - position }
  @inlinable package var isAtEnd: Bool { position == bytes.count }

  @inlinable
  package mutating func byte() throws(ByteFault) -> UInt8 {
    guard position < bytes.count else { throw ByteFault.truncated(at: position) }
    defer { next += 1 }
    return bytes[position]
  }

  @inlinable
  package mutating func varint() throws(ByteFault) -> UInt64 {
    let first = try byte()
    if first < 0x80 { return UInt64(first) }
    return try longVarint(from: UInt64(first & 0x7F))
  }

  @usableFromInline
  mutating func longVarint(from low: UInt64) throws(ByteFault) -> UInt64 {
    var value = low
    var shift: UInt64 = 7
    while true {
      let next = UInt64(try byte())
      // The tenth byte holds the 64th bit and nothing else.
      guard shift < 63 || (shift == 63 && next <= 1) else {
        throw ByteFault.malformedVarint(at: position - 1)
      }
      value |= (next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  @inlinable
  package mutating func zigzag() throws(ByteFault) -> Int64 {
    let raw = try varint()
    return Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
  }

  /// A count of things that take at least `unit` bytes each, limited by the remaining bytes. Each takes
  /// `size` bytes of memory.
  package mutating func count(of unit: Int = 1, taking size: Int = 0) throws(ByteFault) -> Int {
    let start = position
    let raw = try varint()
    guard raw <= UInt64(remaining / max(unit, 1)) else { throw ByteFault.tooMany(raw, at: start) }
    try reserve(memory: size, count: Int(raw))
    return Int(raw)
  }

  /// A length in bytes, limited by the remaining bytes.
  @inlinable
  package mutating func length() throws(ByteFault) -> Int {
    let start = position
    let raw = try varint()
    guard raw <= UInt64(remaining) else { throw ByteFault.tooMany(raw, at: start) }
    return Int(raw)
  }

  @inlinable
  package mutating func littleEndian<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(ByteFault) -> Number {
    let size = MemoryLayout<Number>.size
    guard remaining >= size else { throw ByteFault.truncated(at: position) }
    defer { next += size }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Number.self))
  }

  @inlinable
  package mutating func take(_ length: Int) throws(ByteFault) -> UnsafeRawBufferPointer {
    guard length >= 0, length <= remaining else { throw ByteFault.truncated(at: position) }
    defer { next += length }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
  }

  @inlinable
  package mutating func skip(_ length: Int) throws(ByteFault) {
    _ = try take(length)
  }

  /// A run of bytes after its length.
  @inlinable
  package mutating func sized() throws(ByteFault) -> UnsafeRawBufferPointer {
    try take(try length())
  }

  /// A text after its length; its bytes must be UTF-8.
  @inlinable
  package mutating func string() throws(ByteFault) -> String {
    let start = position
    let text = try sized()
    guard let string = String(validating: text.bindMemory(to: UInt8.self), as: UTF8.self) else {
      throw ByteFault.notUTF8(at: start)
    }
    return string
  }
}

/// What is wrong with bytes, and where: an offset into the run that was read.
@usableFromInline
package enum ByteFault: Error, Equatable {
  case truncated(at: Int)
  case malformedVarint(at: Int)
  case tooMany(UInt64, at: Int)
  case notUTF8(at: Int)
  case malformed(String, at: Int)
  /// Reading takes more memory than allowed.
  case exceedsMemory
}
