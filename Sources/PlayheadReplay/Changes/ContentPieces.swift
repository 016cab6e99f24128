/// Cuts bytes into pieces at places that their content decides, so that two versions that differ in a few
/// places have all other pieces in common.
///
/// Cuts where a rolling hash of the last bytes has enough zeros ("Gear": Xia et al., "Ddelta", 2014).
enum ContentPieces {
  /// A shorter piece costs more to find than to store, …
  private static let shortest = 2_048
  /// … and for each changed byte, a longer piece would store too much again.
  static let longest = 32_768
  /// The most bytes of a packed piece. An incompressible piece is stored as it is, with a small frame.
  static let longestPacked = longest + 64
  /// Hashes with these bits zero come once in 8,192 bytes.
  private static let mask: UInt64 = 0xFFF8_0000_0000_0000

  /// The pieces of `bytes`, in order.
  static func cut(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = end(of: bytes, from: start)
      pieces.append(start..<end)
      start = end
    }
    return pieces
  }

  private static func end(of bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let last = min(bytes.count, start + longest)
    guard last - start > shortest else { return last }
    var rolling: UInt64 = 0
    // Only bytes after a cut decide about the next one.
    for place in start + shortest..<last {
      rolling = rolling << 1 &+ gear[Int(bytes[place])]
      if rolling & mask == 0 { return place + 1 }
    }
    return last
  }

  /// A number for each byte, by SplitMix64.
  private static let gear: [UInt64] = (1...256 as ClosedRange<UInt64>).map { number in
    var mixed = number &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
