package import Foundation
package import PlayheadCoding

/// Which part of which page of the tail a frame was made of, so that a reader of the tail as well
/// knows what of it the log has already.
package struct FlushMark: Hashable, Comparable, Sendable {
  /// The page's number, which rises for as long as a recording goes on.
  package var page: UInt64
  /// The frame's place among those of the page, counted from 0.
  package var part: UInt64
  /// Tells frames of one recording from another's, where no header stands between them.
  package var session: UInt32

  package init(page: UInt64, part: UInt64, session: UInt32) {
    self.page = page
    self.part = part
    self.session = session
  }

  /// What stands for a session in the marks of its frames.
  package static func tag(of session: UUID) -> UInt32 {
    UInt32(truncatingIfNeeded: TailFormat.session(session))
  }

  /// Whether `left` was written first.
  package static func < (left: FlushMark, right: FlushMark) -> Bool {
    (left.page, left.part) < (right.page, right.part)
  }
}

extension FlushMark: PlainRecord {
  package static var kind: RecordKind { .flushMark }

  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: page)
    bytes.append(varint: part)
    bytes.append(littleEndian: session)
  }

  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    self.init(
      page: try reader.varint(), part: try reader.varint(), session: try reader.littleEndian())
    // The next page has a number, too.
    guard page < .max else { throw ByteFault.malformed("a page's number", at: 0) }
  }
}
