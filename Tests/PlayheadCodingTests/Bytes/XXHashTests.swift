import PlayheadCoding
import Testing

/// The vectors are those of the reference implementation's self-test: a buffer of bytes from a
/// generator with the 32-bit prime as its start, hashed at several lengths and with two seeds.
/// Source: https://github.com/Cyan4973/xxHash/blob/v0.8.1/cli/xsum_sanity_check.c
@Suite struct `xxHash` {
  private static let seed: UInt64 = 2_654_435_761

  private static let buffer: [UInt8] = {
    var generator = seed
    return (0..<222).map { _ in
      defer { generator &*= 11_400_714_785_074_694_797 }
      return UInt8(truncatingIfNeeded: generator >> 56)
    }
  }()

  @Test(
    arguments: [
      (0, 0, 0x02CC_5D05), (1, 0, 0xCF65_B03E), (14, 0x9E37_79B1, 0x6AF1_D1FE),
      (222, 0, 0x5BD1_1DBD), (222, 0x9E37_79B1, 0x5880_3C5F),
    ] as [(Int, UInt32, UInt32)])
  func `32-bit hashes agree with the reference implementation`(
    length: Int, seed: UInt32, hash: UInt32
  ) {
    Self.buffer.prefix(length).withUnsafeBytes {
      #expect(XXHash.hash32($0, seed: seed) == hash)
    }
  }

  @Test(
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (0, 0x9E37_79B1, 0xAC75_FDA2_929B_17EF),
      (1, 0, 0xE934_A84A_DB05_2768), (1, 0x9E37_79B1, 0x5014_6076_43A9_B4C3),
      (4, 0, 0x9136_A0DC_A574_57EE), (14, 0, 0x8282_DCC4_994E_35C8),
      (14, 0x9E37_79B1, 0xC3BD_6BF6_3DEB_6DF0), (222, 0, 0xB641_AE8C_B691_C174),
      (222, 0x9E37_79B1, 0x20CB_8AB7_AE10_C14A),
    ] as [(Int, UInt64, UInt64)])
  func `64-bit hashes agree with the reference implementation`(
    length: Int, seed: UInt64, hash: UInt64
  ) {
    Self.buffer.prefix(length).withUnsafeBytes {
      #expect(XXHash.hash64($0, seed: seed) == hash)
    }
  }
}
