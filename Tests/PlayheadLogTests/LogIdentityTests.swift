import Foundation
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

  @Test func `a log that was continued is recognized, and a log that replaced it is not`() throws {
    let before = try read(log("a", "b", isOpen: true)).identity()
    #expect(try read(log("a", "b", "c")).continues(from: before))
    #expect(try read(log("a", "b")).continues(from: before))
    #expect(try !read(log("a", "c", "d")).continues(from: before))
    #expect(try !read(log("a")).continues(from: before))
    let other = try LogScript(session: UUID())
    #expect(try !read(other.close()).continues(from: before))
  }
}
