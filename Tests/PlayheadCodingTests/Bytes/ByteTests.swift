import PlayheadCoding
import Testing

@Suite struct `Byte buffers and readers` {
  @Test func `a varint of more than 64 bits is refused`() {
    expect(.malformedVarint(at: 9), of: Array(repeating: 0xFF, count: 9) + [2])
    expect(.malformedVarint(at: 9), of: Array(repeating: 0x80, count: 11))
    expect(.truncated(at: 2), of: [0x80, 0x80])
  }

  private func expect(_ fault: ByteFault, of bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      #expect(throws: fault) { try reader.varint() }
    }
  }

  @Test func `text that is not UTF-8 is refused`() {
    ([2, 0xC3, 0x28] as [UInt8]).withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      #expect(throws: ByteFault.notUTF8(at: 0)) { try reader.string() }
    }
  }

  @Test(
    arguments: [
      (.truncated(at: 3), "the bytes end at offset 3, in the middle of something"),
      (.malformedVarint(at: 4), "the number at offset 4 is longer than 64 bits"),
      (.tooMany(9, at: 1), "the count at offset 1 says 9, more than the bytes can hold"),
      (.notUTF8(at: 2), "the text at offset 2 is not UTF-8"),
      (.malformed("a shape", at: 7), "the bytes at offset 7 are not a shape"),
    ] as [(ByteFault, String)])
  func `a byte fault's sentence says what is wrong and at which offset`(
    fault: ByteFault, sentence: String
  ) {
    #expect(fault.sentence == sentence)
  }
}

@Suite struct FileNameTests {
  @Test(arguments: [
    Array("a é 🙂".utf8), [0xFF, 0xFE], [0x61, 0x80, 0x62], [0xC3], [0xE2, 0x82],
    [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBB, 0xBF], [0xF4, 0x8F, 0xBA, 0x80], [],
  ]) func `a file name converts to text and back with all its bytes`(name: [UInt8]) {
    let text = FileName.text(of: name)
    #expect(text.fileNameBytes == name)
    let bytes = text.withFileName { pointer in
      name.indices.map { UInt8(bitPattern: pointer[$0]) } + [UInt8(bitPattern: pointer[name.count])]
    }
    #expect(bytes == name + [0])
  }

  @Test func `every two-byte file name has a distinct text`() {
    var texts: Set<[Unicode.Scalar]> = []
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let text = FileName.text(of: [first, second])
        #expect(text.fileNameBytes == [first, second])
        texts.insert(Array(text.unicodeScalars))
      }
    }
    #expect(texts.count == 65_536)
  }
}
