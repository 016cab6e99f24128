import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import Testing

/// An index as large as it may be.
@Suite struct LargeIndexTests {
  @Test func `an index of 40,000 action types is read within 20 seconds`() throws {
    let desk = try Desk()
    try desk.record().close()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: desk.path)))
    let first = try bytes.withUnsafeBytes { try LZ4Frame.length($0) }
    let (body, file) = (ByteBuffer(), ByteBuffer())
    file.append(bytes[..<first])
    // A frame with header and checkpoint.
    body.append(varint: 1)
    for number in [first, 1 << 1 | 1 << 3, 0, 0] { body.append(varint: number) }
    body.append(varint: 40_000)
    for number in 0..<40_000 {
      body.append(string: String(number, radix: 36))
      body.append(zigzag: 0)
      body.append(varint: 0)
    }
    file.append(littleEndian: LogFormat.indexMagic)
    file.append(littleEndian: UInt32(body.count + LogFormat.footerLength))
    file.append(body)
    file.append(littleEndian: UInt32(8 + body.count + LogFormat.footerLength))
    file.append(littleEndian: XXHash.hash32(body.bytes))
    file.append(littleEndian: LogFormat.footerMagic)
    let start = ContinuousClock.now
    #expect(try LogReader(bytes: file.array, name: "log").typeCounts.count == 40_000)
    // Comparing each with each took a minute.
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
