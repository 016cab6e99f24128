import PlayheadCoding

/// The records of a sheet, one after the other, up to the first that is not whole.
struct SheetRecords {
  private let bytes: UnsafeRawBufferPointer
  private let seed: UInt32
  /// Behind the last whole record.
  private(set) var position = TailFormat.headerLength

  /// The records of a sheet, whose bytes may go on behind them.
  init(_ bytes: UnsafeRawBufferPointer, seed: UInt32) {
    self.bytes = bytes
    self.seed = seed
  }

  /// The body of the next record.
  mutating func next() -> UnsafeRawBufferPointer? {
    let start = position + TailFormat.recordHeaderLength
    guard start <= bytes.count else { return nil }
    let length = Int(
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)))
    guard length > 0, length <= bytes.count - start else { return nil }
    let expected = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    let content = UnsafeRawBufferPointer(rebasing: bytes[(position + 4)..<(start + length)])
    guard XXHash.hash32(content, seed: seed) == expected else { return nil }
    position = start + length
    return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
  }
}
