import PlayheadCoding

/// The place of the next record in a page. Every action uses it, so it counts no references and allocates
/// nothing.
struct PageCursor {
  private let base: UnsafeMutableRawPointer
  private let capacity: Int
  private let seed: UInt32
  /// The end of the last record.
  private(set) var end = TailFormat.headerLength
  /// The number of actions in the page.
  var actions: UInt32 = 0

  /// The beginning of a page that has its header.
  init?(_ memory: UnsafeMutableRawBufferPointer, seed: UInt32) {
    guard let base = memory.baseAddress else { return nil }
    self.base = base
    self.seed = seed
    capacity = memory.count
    noteProgress()
  }

  /// The number of free bytes.
  @inline(__always) var room: Int { capacity - end }

  /// A writer for the body of the next record, which must fit.
  @inline(__always)
  var body: PageWriter { PageWriter(base + end + TailFormat.recordHeaderLength) }

  /// Ends the record after its body. Writes the checksum last: without it there is no record.
  @inline(__always)
  mutating func commit(_ body: PageWriter, isAction: Bool = false) {
    let length = body.count
    base.storeBytes(of: UInt32(length).littleEndian, toByteOffset: end + 4, as: UInt32.self)
    let content = UnsafeRawBufferPointer(start: base + end + 4, count: length + 4)
    let checksum = XXHash.hash32(content, seed: seed)
    base.storeBytes(of: checksum.littleEndian, toByteOffset: end, as: UInt32.self)
    end += TailFormat.recordHeaderLength + length
    if isAction { actions &+= 1 }
    noteProgress()
  }

  /// Writes the number of actions, so that a reader knows how many a damaged page has lost.
  @inline(__always)
  private func noteProgress() {
    let progress = UInt64(actions) << 32 | UInt64(UInt32(truncatingIfNeeded: end))
    base.storeBytes(of: progress.littleEndian, toByteOffset: 40, as: UInt64.self)
    base.storeBytes(of: (~progress).littleEndian, toByteOffset: 48, as: UInt64.self)
  }
}

/// Writes the body of one record.
struct PageWriter {
  private let start: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer

  @inline(__always)
  init(_ start: UnsafeMutableRawPointer) {
    (self.start, next) = (start, start)
  }

  @inline(__always) var count: Int { next - start }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    next.storeBytes(of: byte, as: UInt8.self)
    next += 1
  }

  mutating func append(littleEndian value: UInt32) {
    next.storeBytes(of: value.littleEndian, as: UInt32.self)
    next += 4
  }

  @inline(__always)
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  mutating func append(zigzag value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
    next.copyMemory(from: source, byteCount: bytes.count)
    next += bytes.count
  }
}
