/// The xxHash functions of the LZ4 frame format (32 bits) and of digests (64 bits), one-shot.
///
/// Source: the xxHash specification, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
package enum XXHash {
  package static func hash32(_ bytes: UnsafeRawBufferPointer, seed: UInt32 = 0) -> UInt32 {
    var position = 0
    var hash: UInt32
    if bytes.count >= 16 {
      var lanes = (
        a: seed &+ prime32.0 &+ prime32.1, b: seed &+ prime32.1, c: seed, d: seed &- prime32.0
      )
      while position <= bytes.count - 16 {
        lanes.a = round32(lanes.a, word32(bytes, position))
        lanes.b = round32(lanes.b, word32(bytes, position + 4))
        lanes.c = round32(lanes.c, word32(bytes, position + 8))
        lanes.d = round32(lanes.d, word32(bytes, position + 12))
        position += 16
      }
      hash = rotate(lanes.a, 1) &+ rotate(lanes.b, 7) &+ rotate(lanes.c, 12) &+ rotate(lanes.d, 18)
    } else {
      hash = seed &+ prime32.4
    }
    hash &+= UInt32(truncatingIfNeeded: bytes.count)
    while position <= bytes.count - 4 {
      hash = rotate(hash &+ word32(bytes, position) &* prime32.2, 17) &* prime32.3
      position += 4
    }
    while position < bytes.count {
      hash = rotate(hash &+ UInt32(bytes[position]) &* prime32.4, 11) &* prime32.0
      position += 1
    }
    hash = (hash ^ (hash >> 15)) &* prime32.1
    hash = (hash ^ (hash >> 13)) &* prime32.2
    return hash ^ (hash >> 16)
  }

  package static func hash64(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var position = 0
    var hash: UInt64
    if bytes.count >= 32 {
      var lanes = (
        a: seed &+ prime64.0 &+ prime64.1, b: seed &+ prime64.1, c: seed, d: seed &- prime64.0
      )
      while position <= bytes.count - 32 {
        lanes.a = round64(lanes.a, word64(bytes, position))
        lanes.b = round64(lanes.b, word64(bytes, position + 8))
        lanes.c = round64(lanes.c, word64(bytes, position + 16))
        lanes.d = round64(lanes.d, word64(bytes, position + 24))
        position += 32
      }
      hash = rotate(lanes.a, 1) &+ rotate(lanes.b, 7) &+ rotate(lanes.c, 12) &+ rotate(lanes.d, 18)
      for lane in [lanes.a, lanes.b, lanes.c, lanes.d] {
        hash = (hash ^ round64(0, lane)) &* prime64.0 &+ prime64.3
      }
    } else {
      hash = seed &+ prime64.4
    }
    hash &+= UInt64(bytes.count)
    return avalanche64(mixTail64(hash, bytes, from: position))
  }

  private static func mixTail64(
    _ start: UInt64, _ bytes: UnsafeRawBufferPointer, from first: Int
  ) -> UInt64 {
    var hash = start
    var position = first
    while position <= bytes.count - 8 {
      hash = rotate(hash ^ round64(0, word64(bytes, position)), 27) &* prime64.0 &+ prime64.3
      position += 8
    }
    if position <= bytes.count - 4 {
      hash ^= UInt64(word32(bytes, position)) &* prime64.0
      hash = rotate(hash, 23) &* prime64.1 &+ prime64.2
      position += 4
    }
    while position < bytes.count {
      hash = rotate(hash ^ UInt64(bytes[position]) &* prime64.4, 11) &* prime64.0
      position += 1
    }
    return hash
  }

  private static func avalanche64(_ start: UInt64) -> UInt64 {
    var hash = (start ^ (start >> 33)) &* prime64.1
    hash = (hash ^ (hash >> 29)) &* prime64.2
    return hash ^ (hash >> 32)
  }

  // The five primes of the specification, for each width.
  private static let prime32: (UInt32, UInt32, UInt32, UInt32, UInt32) =
    (0x9E37_79B1, 0x85EB_CA77, 0xC2B2_AE3D, 0x27D4_EB2F, 0x1656_67B1)
  private static let prime64: (UInt64, UInt64, UInt64, UInt64, UInt64) =
    (
      0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
      0x27D4_EB2F_1656_67C5
    )

  @inline(__always)
  private static func round32(_ lane: UInt32, _ word: UInt32) -> UInt32 {
    rotate(lane &+ word &* prime32.1, 13) &* prime32.0
  }

  @inline(__always)
  private static func round64(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime64.1, 31) &* prime64.0
  }

  @inline(__always)
  private static func rotate<Word: FixedWidthInteger>(_ word: Word, _ bits: Word) -> Word {
    (word &<< bits) | (word &>> (Word(Word.bitWidth) - bits))
  }

  @inline(__always)
  private static func word32(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  @inline(__always)
  private static func word64(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }
}
