/// A growing run of bytes with the primitive writes of every Playhead format. Not thread-safe.
///
/// A class over raw memory, because the encoder appends a few bytes at a time, millions of times a second; an
/// array would check its uniqueness each time.
package final class ByteBuffer {
  /// Behind a pointer, so that an append needs no check for exclusive access.
  @usableFromInline struct Storage {
    @usableFromInline var base: UnsafeMutableRawPointer
    @usableFromInline var count = 0
    @usableFromInline var capacity: Int

    init(capacity: Int) {
      self.capacity = capacity
      base = .allocate(byteCount: capacity, alignment: 16)
    }
  }

  @usableFromInline let storage: UnsafeMutablePointer<Storage>

  package init(capacity: Int = 256) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(capacity: max(capacity, 16)))
  }

  deinit {
    storage.pointee.base.deallocate()
    storage.deallocate()
  }

  @inlinable
  package var count: Int { storage.pointee.count }

  /// The bytes written so far; valid until the next write.
  @inlinable
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: storage.pointee.base, count: count)
  }

  /// A copy of the bytes.
  package var array: [UInt8] { Array(bytes) }

  /// Removes all bytes and keeps the memory.
  package func removeAll() {
    storage.pointee.count = 0
  }

  /// Removes all bytes, and keeps at most `most` bytes of the memory.
  package func removeAll(keeping most: Int) {
    removeAll()
    guard storage.pointee.capacity > most else { return }
    storage.pointee.base.deallocate()
    storage.pointee = Storage(capacity: max(most, 16))
  }

  /// Removes the bytes from `length` on.
  package func truncate(to length: Int) {
    storage.pointee.count = max(min(count, length), 0)
  }

  @inlinable
  package func append(_ byte: UInt8) {
    free(1).storeBytes(of: byte, as: UInt8.self)
    storage.pointee.count += 1
  }

  /// LEB128: seven bits per byte, the lowest first; the high bit means that more follow.
  @inlinable
  package func append(varint value: UInt64) {
    var next = free(10)  // the longest varint of 64 bits
    let start = next
    var rest = value
    while rest >= 0x80 {
      next.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, as: UInt8.self)
      rest >>= 7
      next += 1
    }
    next.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    storage.pointee.count += next - start + 1
  }

  @inlinable
  package func append(varint value: Int) {
    append(varint: UInt64(bitPattern: Int64(value)))
  }

  /// Zigzag LEB128, so that small negative numbers are also short.
  @inlinable
  package func append(zigzag value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// The bytes of a number, the lowest first.
  @inlinable
  package func append<Number: FixedWidthInteger>(littleEndian value: Number) {
    let size = MemoryLayout<Number>.size
    free(size).storeBytes(of: value.littleEndian, as: Number.self)
    storage.pointee.count += size
  }

  /// Replaces four earlier bytes.
  package func overwrite(at position: Int, with value: UInt32) {
    precondition(position >= 0 && position <= count - 4, "overwrite beyond what was written")
    storage.pointee.base.storeBytes(
      of: value.littleEndian, toByteOffset: position, as: UInt32.self)
  }

  /// Appends bytes from elsewhere.
  @inlinable
  package func append(_ other: UnsafeRawBufferPointer) {
    guard let start = other.baseAddress, other.count > 0 else { return }
    free(other.count).copyMemory(from: start, byteCount: other.count)
    storage.pointee.count += other.count
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

  /// The bytes of a missing value of a field of this kind.
  func append(zero kind: Kind) {
    let length = kind.zeroLength
    free(length).initializeMemory(as: UInt8.self, repeating: 0, count: length)
    storage.pointee.count += length
  }

  /// A string's length in bytes, then its UTF-8.
  @inlinable
  package func append(string: String) {
    var copy = string
    copy.withUTF8 { text in
      append(varint: text.count)
      append(UnsafeRawBufferPointer(text))
    }
  }

  /// The number of bytes, then the bytes.
  package func append(sized bytes: UnsafeRawBufferPointer) {
    append(varint: bytes.count)
    append(bytes)
  }

  /// The place of the next bytes, with room for `more` of them.
  @inlinable
  func free(_ more: Int) -> UnsafeMutableRawPointer {
    if more > storage.pointee.capacity - storage.pointee.count { grow(more) }
    return storage.pointee.base + storage.pointee.count
  }

  @usableFromInline @inline(never)
  func grow(_ more: Int) {
    let larger = max(storage.pointee.capacity * 2, count + more)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    moved.copyMemory(from: storage.pointee.base, byteCount: count)
    storage.pointee.base.deallocate()
    storage.pointee.base = moved
    storage.pointee.capacity = larger
  }
}
