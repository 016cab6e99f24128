import PlayheadCoding

/// The records of a page, one after the other, up to the first incomplete one.
package struct PageRecords {
  package let bytes: UnsafeRawBufferPointer
  private let seed: UInt32
  /// The end of the last whole record.
  package private(set) var position = TailFormat.headerLength

  /// The records of a page; its bytes may continue after them.
  package init(_ bytes: UnsafeRawBufferPointer, seed: UInt32) {
    self.bytes = bytes
    self.seed = seed
  }

  /// The body of the next record.
  package mutating func next() -> UnsafeRawBufferPointer? {
    guard let end = end(ofRecordAt: position) else { return nil }
    defer { position = end }
    return UnsafeRawBufferPointer(rebasing: bytes[position + TailFormat.recordHeaderLength..<end])
  }

  /// The end of a whole record at `place`.
  package func end(ofRecordAt place: Int) -> Int? {
    guard let length = length(ofRecordAt: place) else { return nil }
    let end = place + TailFormat.recordHeaderLength + length
    let expected = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    let content = UnsafeRawBufferPointer(rebasing: bytes[(place + 4)..<end])
    return XXHash.hash32(content, seed: seed) == expected ? end : nil
  }

  /// The length of the body of a record at `place`, if it ends within the page.
  package func length(ofRecordAt place: Int) -> Int? {
    let start = place + TailFormat.recordHeaderLength
    guard start <= bytes.count else { return nil }
    let length = Int(
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)))
    return length > 0 && length <= bytes.count - start ? length : nil
  }
}
