package import Foundation
package import PlayheadCoding

/// Which part of which sheet of the tail a frame was made of, so that whoever reads the tail as well
/// knows what of it the log has already.
package struct SealMark: Hashable, Comparable, Sendable {
  /// The sheet's number, which rises for as long as a recording goes on.
  package var sheet: UInt64
  /// The frame's place among those of the sheet, counted from 0.
  package var part: UInt64
  /// Tells frames of one recording from another's, where no header stands between them.
  package var session: UInt32

  package init(sheet: UInt64, part: UInt64, session: UInt32) {
    self.sheet = sheet
    self.part = part
    self.session = session
  }

  /// What stands for a session in the marks of its frames.
  package static func tag(of session: UUID) -> UInt32 {
    UInt32(truncatingIfNeeded: TailFormat.session(session))
  }

  /// Whether `left` was written first.
  package static func < (left: SealMark, right: SealMark) -> Bool {
    (left.sheet, left.part) < (right.sheet, right.part)
  }
}

extension SealMark: PlainRecord {
  package static var kind: RecordKind { .seal }

  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: sheet)
    bytes.append(varint: part)
    bytes.append(littleEndian: session)
  }

  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    self.init(
      sheet: try reader.varint(), part: try reader.varint(), session: try reader.littleEndian())
    // The next sheet has a number, too.
    guard sheet < .max else { throw ByteFault.malformed("a sheet's number", at: 0) }
  }
}
