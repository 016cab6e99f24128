import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import Testing

/// By what a log is known again.
@Suite struct LogIdentityTests {
  /// A log with chunks of an action each, which inserts one of these texts; `isOpen` leaves out its end.
  private func log(_ texts: String..., isOpen: Bool = false) throws -> [UInt8] {
    let script = try LogScript()
    for text in texts {
      try script.act(Insert(position: 0, text: text))
      try script.endChunk()
    }
    return isOpen ? try script.bytes() : try script.close()
  }

  private func read(_ bytes: [UInt8]) throws -> LogReader {
    try LogReader(bytes: bytes, name: "log")
  }

  @Test func `logs of one session and size that differ in a value have different content hashes`()
    throws
  {
    let (one, other) = (try read(log("x", "XXA")), try read(log("x", "XXB")))
    #expect(one.byteCount == other.byteCount && one.header.session == other.header.session)
    #expect(try one.contentHash != other.contentHash)
    #expect(try one.contentHash == read(log("x", "XXA")).contentHash)
  }

  @Test
  func `the content hashes of two logs without checksums differ if the logs differ in a text`()
    throws
  {
    let (one, other) = (try log("XXA"), try log("XXB"))
    let bare = try [one, other].map { try read(withoutChecksums($0)) }
    #expect(bare[0].byteCount == bare[1].byteCount && bare[0].lastStep == 1)
    #expect(try bare[0].contentHash != bare[1].contentHash)
  }

  @Test func `a log that was continued is recognized, and a log that replaced it is not`() throws {
    let before = try read(log("a", "b", isOpen: true)).identity()
    #expect(try read(log("a", "b", "c")).continues(from: before))
    #expect(try read(log("a", "b")).continues(from: before))
    #expect(try !read(log("a", "c", "d")).continues(from: before))
    #expect(try !read(log("a")).continues(from: before))
    let other = try LogScript(session: UUID())
    #expect(try !read(other.close()).continues(from: before))
  }

  @Test func `computing the content hash of a long log reads only four bytes of each frame`() throws
  {
    let script = try LogScript()
    for number in 0..<200 {
      let text = String(repeating: "text \(number) ", count: 90)
      try script.act(Insert(position: number, text: text))
      try script.endChunk()
    }
    let source = CountingSource(try script.close())
    let log = try LogReader(source, name: "log")
    let before = source.bytesRead
    _ = try log.contentHash
    #expect(source.bytesRead - before <= 4 * 210)
  }

  /// The same log with its frames of data as a tool writes them that leaves out the checksum of the content.
  private func withoutChecksums(_ log: [UInt8]) throws -> [UInt8] {
    var (bytes, start): ([UInt8], Int) = ([], 0)
    while start < log.count {
      let length = try log[start...].withUnsafeBytes { try LZ4Frame.length($0) }
      var frame = Array(log[start..<start + length])
      start += length
      let header = try frame.withUnsafeBytes { try FrameHeader.read($0) }
      // An index would tell of other lengths.
      guard header.skippable == nil else { continue }
      if header.hasContentChecksum {
        frame[4] &= ~0b100
        let descriptor = frame[4..<header.length - 1]
        frame[header.length - 1] = descriptor.withUnsafeBytes { LZ4Frame.headerChecksum($0) }
        frame.removeLast(4)
      }
      bytes += frame
    }
    return bytes
  }
}
