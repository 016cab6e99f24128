import PlayheadCoding
package import PlayheadLog
import PlayheadValues

extension FrameIndex {
  /// The offset of each frame.
  package var offsets: [Int] {
    frames.reduce(into: (0, [])) { place, frame in
      place.1.append(place.0)
      place.0 += frame.length
    }.1
  }

  /// The length of the index's frame, if `footer` ends one.
  package static func length(footer: UnsafeRawBufferPointer) -> Int? {
    var reader = ByteReader(footer)
    guard let length = try? reader.littleEndian(UInt32.self),
      (try? reader.littleEndian(UInt32.self)) != nil,
      (try? reader.littleEndian(UInt64.self)) == LogFormat.footerMagic,
      length >= 8 + LogFormat.footerLength
    else { return nil }
    return Int(length)
  }

  /// Reads the complete skippable frame, including the footer.
  package init(frame: UnsafeRawBufferPointer) throws(FrameFault) {
    guard frame.count >= 8 + LogFormat.footerLength else { throw .cut }
    let end = frame.count - LogFormat.footerLength
    let body = UnsafeRawBufferPointer(rebasing: frame[8..<end])
    let expected = UInt32(
      littleEndian: frame.loadUnaligned(fromByteOffset: end + 4, as: UInt32.self))
    let found = XXHash.hash32(body)
    guard expected == found else { throw .checksum(expected: expected, found: found) }
    do throws(ByteFault) {
      try self.init(from: body)
    } catch {
      throw .malformed(error.sentence)
    }
  }

  private init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    self.init()
    var reader = RecordStream.reader(of: body)
    for _ in 0..<(try reader.count(of: 4, taking: 3 * MemoryLayout<Entry>.stride)) {
      let frame = try Entry(from: &reader)
      guard !byteCount.addingReportingOverflow(frame.length).overflow else {
        throw ByteFault.malformed("an index longer than any file", at: reader.position)
      }
      append(frame)
    }
    for _ in 0..<(try reader.count(of: 3, taking: 128)) {
      let type = try ActionType(from: &reader)
      add(TypeCount(type: type, count: Int(clamping: try reader.varint())))
    }
  }
}

extension FrameIndex.Entry {
  fileprivate init(from reader: inout ByteReader) throws(ByteFault) {
    let start = reader.position
    let length = try reader.varint()
    let kinds = RecordKinds(rawValue: try reader.varint())
    let firstStep = try reader.varint()
    let count = try reader.varint()
    // Limits that keep sums of lengths and steps from overflowing.
    guard length > 0, length < 1 << 62, count < 1 << 32, firstStep < LogFormat.stepLimit,
      count <= LogFormat.stepLimit - firstStep
    else {
      throw ByteFault.malformed("an entry of the index", at: start)
    }
    self.init(length: Int(length), kinds: kinds, firstStep: firstStep, count: Int(count))
  }
}
