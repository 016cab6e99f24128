import PlayheadCoding
import PlayheadLog

extension PageHeader {
  /// The end of its progress.
  static let progressEnd = 56

  /// Whether a page without a header is unused: marked as free, or all zeros because it is new.
  static func isFree(_ page: UnsafeRawBufferPointer) -> Bool {
    guard page.count >= 8 else { return false }
    let magic = UInt64(littleEndian: page.loadUnaligned(as: UInt64.self))
    return magic == TailFormat.freeMagic || page.allSatisfy { $0 == 0 }
  }

  /// The number of actions in a page, and its end, according to its header; `nil` if these were being changed, or are
  /// damaged.
  static func progress(of page: UnsafeRawBufferPointer) -> (actions: Int, end: Int)? {
    let progress = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: 40, as: UInt64.self))
    let inverse = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: 48, as: UInt64.self))
    return progress == ~inverse ? (Int(progress >> 32), Int(progress & 0xFFFF_FFFF)) : nil
  }

  /// Up to which step, and why, actions were left out after a page; `nil` if none were. Throws if that is damaged.
  func dropped(after page: UnsafeRawBufferPointer) throws(ByteFault) -> (
    last: Step, reason: GapReason
  )? {
    let word = UInt64(
      littleEndian: page.loadUnaligned(fromByteOffset: DroppedMarker.offset, as: UInt64.self))
    if word == 0 { return nil }
    let step = Step(word & (1 << DroppedMarker.stepBits - 1))
    let reason: GapReason = word & 1 << DroppedMarker.stepBits == 0 ? .overrun : .unwritable
    guard word == DroppedMarker.word(through: step, reason, seed: seed) else {
      throw ByteFault.malformed("the last step that was left out", at: DroppedMarker.offset)
    }
    return (step, reason)
  }
}

extension PageRecords {
  /// Whether a whole record follows later: then the bytes in between are damaged.
  func hasOthers() -> Bool {
    // Old bytes may look like lengths of records, and each costs a hash. Limits that to several times a page.
    var budget = 8 * bytes.count
    for place in position..<max(position, bytes.count) where budget > 0 {
      guard let length = length(ofRecordAt: place) else { continue }
      budget -= length
      if end(ofRecordAt: place) != nil { return true }
    }
    return false
  }
}
