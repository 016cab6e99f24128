import PlayheadCoding
import Testing

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

  @Test func `a file name in UTF-8 is its own text`() {
    #expect(FileName.text(of: Array("a é 🙂".utf8)) == "a é 🙂")
  }
}
