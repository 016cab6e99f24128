import PlayheadCoding

/// Which part of which sheet of the tail a frame was made of, so that whoever reads the tail as well
/// knows what of it the log has already.
package struct SealMark: Hashable, Comparable, Sendable {
  /// The sheet's number, which rises for as long as a recording goes on.
  package var sheet: UInt64
  /// The frame's place among those of the sheet, counted from 0.
  package var part: UInt64

  package init(sheet: UInt64, part: UInt64) {
    self.sheet = sheet
    self.part = part
  }

  /// Whether `left` was written first.
  package static func < (left: SealMark, right: SealMark) -> Bool {
    (left.sheet, left.part) < (right.sheet, right.part)
  }
}

extension SealMark {
  func encode(to bytes: ByteBuffer) {
    bytes.append(varint: sheet)
    bytes.append(varint: part)
  }

  init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = ByteReader(body)
    self.init(sheet: try reader.varint(), part: try reader.varint())
    // The next sheet has a number, too.
    guard sheet < .max else { throw ByteFault.malformed("a sheet's number", at: 0) }
  }
}
