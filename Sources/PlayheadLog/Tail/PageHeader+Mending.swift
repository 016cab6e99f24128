extension PageHeader {
  /// The header of which one byte is damaged; nil if that is not all. Without it none of the page's
  /// records could be read, whose checksums have its session and number as their seed.
  ///
  /// There are 8,160 others to try. Where more is damaged than a byte, the checksum takes one of them for
  /// it once in half a million times.
  init?(mending bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= TailFormat.headerLength else { return nil }
    var copy = Array(bytes.prefix(TailFormat.headerLength))
    let magic = withUnsafeBytes(of: TailFormat.magic.littleEndian) { Array($0) }
    let damaged = zip(copy, magic).count { $0 != $1 }
    copy.replaceSubrange(..<magic.count, with: magic)
    let found =
      switch damaged {
      case 0: Self.firstHeader(changingOneOf: magic.count..<Self.constantLength, in: &copy)
      case 1: copy.withUnsafeBytes { Self($0) }
      default: nil as Self?
      }
    guard let found else { return nil }
    self = found
  }

  private static func firstHeader(
    changingOneOf places: Range<Int>, in bytes: inout [UInt8]
  ) -> Self? {
    for place in places {
      let byte = bytes[place]
      for value in UInt8.min...UInt8.max {
        bytes[place] = value
        if let header = bytes.withUnsafeBytes({ Self($0) }) { return header }
      }
      bytes[place] = byte
    }
    return nil
  }
}
