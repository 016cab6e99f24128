import PlayheadCoding

/// Writes the body of one record into a sheet that has room for it.
///
/// Everything is a plain store into memory: no allocation, no call into the system.
struct SheetWriter {
  let start: UnsafeMutableRawPointer
  private(set) var next: UnsafeMutableRawPointer

  /// Begins the body of the next record.
  @inline(__always)
  init?(_ sheet: Sheet) {
    guard let base = sheet.memory.baseAddress else { return nil }
    start = base + sheet.end + TailFormat.recordHeaderLength
    next = start
  }

  @inline(__always) var count: Int { next - start }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    next.storeBytes(of: byte, as: UInt8.self)
    next += 1
  }

  @inline(__always)
  mutating func put(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      put(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  mutating func put(zigzag value: Int64) {
    put(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  @inline(__always)
  mutating func put(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
    next.copyMemory(from: source, byteCount: bytes.count)
    next += bytes.count
  }
}
