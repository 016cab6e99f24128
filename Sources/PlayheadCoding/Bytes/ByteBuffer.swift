/// A growing run of bytes with the primitive writes of every Playhead format.
///
/// A class over raw memory because the encoder appends a few bytes at a time, millions of times a
/// second, from containers that share it; an array would pay a uniqueness check per append.
/// Not safe for use from several threads at once.
package final class ByteBuffer {
  package private(set) var count = 0
  private var base: UnsafeMutableRawPointer
  private var capacity: Int

  package init(capacity: Int = 256) {
    self.capacity = max(capacity, 16)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit {
    base.deallocate()
  }

  /// What was written so far; valid until the next write.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base, count: count)
  }

  /// A copy of what was written.
  package var array: [UInt8] { Array(bytes) }

  /// Forgets everything, keeps the memory.
  package func removeAll() {
    count = 0
  }

  /// Forgets everything from `length` on.
  package func truncate(to length: Int) {
    count = min(count, length)
  }

  @inline(__always)
  package func append(_ byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// LEB128: seven bits a byte, the lowest first, the high bit says that more follow.
  @inline(__always)
  package func append(varint value: UInt64) {
    reserve(10)  // the longest varint of 64 bits
    var rest = value
    var at = count
    while rest >= 0x80 {
      base.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: at, as: UInt8.self)
      rest >>= 7
      at += 1
    }
    base.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: at, as: UInt8.self)
    count = at + 1
  }

  @inline(__always)
  package func append(varint value: Int) {
    append(varint: UInt64(bitPattern: Int64(value)))
  }

  /// Zigzag LEB128, so that small negative numbers are short, too.
  @inline(__always)
  package func append(zigzag value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// The bytes of a number, the lowest first.
  @inline(__always)
  package func append<Number: FixedWidthInteger>(littleEndian value: Number) {
    let size = MemoryLayout<Number>.size
    reserve(size)
    base.storeBytes(of: value.littleEndian, toByteOffset: count, as: Number.self)
    count += size
  }

  /// Replaces four bytes that were written before.
  package func overwrite(at position: Int, with value: UInt32) {
    precondition(position >= 0 && position + 4 <= count, "overwrite beyond what was written")
    base.storeBytes(of: value.littleEndian, toByteOffset: position, as: UInt32.self)
  }

  @inline(__always)
  package func append(_ other: UnsafeRawBufferPointer) {
    guard let start = other.baseAddress, other.count > 0 else { return }
    reserve(other.count)
    (base + count).copyMemory(from: start, byteCount: other.count)
    count += other.count
  }

  package func append(_ other: ByteBuffer) {
    append(other.bytes)
  }

  package func append(_ bytes: some Collection<UInt8>) {
    let copied: Void? = bytes.withContiguousStorageIfAvailable {
      append(UnsafeRawBufferPointer($0))
    }
    guard copied == nil else { return }
    for byte in bytes { append(byte) }
  }

  /// A string's length in bytes, then its UTF-8.
  @inline(__always)
  package func append(string: String) {
    var copy = string
    copy.withUTF8 { text in
      append(varint: text.count)
      append(UnsafeRawBufferPointer(text))
    }
  }

  /// A run's length, then its bytes.
  package func append(sized bytes: UnsafeRawBufferPointer) {
    append(varint: bytes.count)
    append(bytes)
  }

  @inline(__always)
  private func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    moved.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = moved
    capacity = larger
  }
}
