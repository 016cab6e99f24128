@testable import PlayheadCoding
import Testing

@Suite struct SipHashTests {
  /// From the authors' reference implementation: the key 00 01 … 0f, the input 00 01 … of a length.
  @Test(arguments: [
    (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (2, 0x0d6c_8009_d9a9_4f5a),
    (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5),
  ])
  func `SipHash gives the hashes of the reference implementation`(length: Int, hash: UInt64) {
    let input = (0..<UInt8(length)).map(\.self)
    #expect(input.withUnsafeBytes { SipHash.hash64($0, key: testKey) } == hash)
  }

  @Test func `a redaction key keeps its bytes and never prints them`() throws {
    let bytes = (0..<16).map { UInt8($0) }
    let key = try #require(RedactionKey(bytes))
    #expect(key == testKey)
    #expect(key.bytes == bytes)
    #expect(RedactionKey(bytes.dropLast()) == nil)
    #expect(RedactionKey.random() != RedactionKey.random())
    var dumped = ""
    dump(Redaction(key: key), to: &dumped)
    #expect(!dumped.contains("\(key.low)") && !"\(key)".contains("\(key.low)"))
  }
}
