import PlayheadCoding

/// A part of the tail: memory that is filled with records, handed over, sealed into frames, and filled
/// again under another number.
///
/// One thread fills it, and another reads it after it was handed over.
package final class Sheet: @unchecked Sendable {
  /// Rises with each filling, for as long as the recording goes on.
  package private(set) var number: UInt64 = 0
  /// The memory, header included.
  let memory: UnsafeMutableRawBufferPointer
  /// Whether it is a part of a file, which survives the end of the process.
  let isMapped: Bool
  /// Where the next record goes.
  @exclusivity(unchecked) var end = TailFormat.headerLength
  @exclusivity(unchecked) var seed: UInt32 = 0
  @exclusivity(unchecked) private(set) var actions: UInt32 = 0

  init(_ memory: UnsafeMutableRawBufferPointer, isMapped: Bool) {
    self.memory = memory
    self.isMapped = isMapped
  }

  /// A sheet that no file holds.
  convenience init(count: Int) {
    self.init(.allocate(byteCount: count, alignment: 16), isMapped: false)
  }

  deinit {
    if !isMapped { memory.deallocate() }
  }

  /// What was written: header and records.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<end])
  }

  /// How many bytes are left.
  @inline(__always) var room: Int { memory.count - end }

  /// Whether nothing was written yet.
  var isEmpty: Bool { end == TailFormat.headerLength }

  /// Begins anew: what was in it counts no longer.
  func begin(_ header: SheetHeader) {
    number = header.number
    seed = header.seed
    end = TailFormat.headerLength
    actions = 0
    header.write(to: memory)
    noteProgress()
  }

  /// Makes it a sheet that nobody finds anything in.
  func clear() {
    memory.storeBytes(of: 0, toByteOffset: 0, as: UInt64.self)
    end = TailFormat.headerLength
  }

  /// Ends the record whose body was written from `end` + 8 on.
  ///
  /// The checksum comes last: without it there is no record.
  @inline(__always)
  func commit(bodyLength: Int) {
    memory.storeBytes(of: UInt32(bodyLength).littleEndian, toByteOffset: end + 4, as: UInt32.self)
    let content = UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(memory)[(end + 4)..<(end + 8 + bodyLength)])
    let checksum = XXHash.hash32(content, seed: seed)
    memory.storeBytes(of: checksum.littleEndian, toByteOffset: end, as: UInt32.self)
    end += TailFormat.recordHeaderLength + bodyLength
    noteProgress()
  }

  /// Counts an action, so that a reader knows how many a damaged sheet has lost.
  @inline(__always)
  func countAction() { actions &+= 1 }

  @inline(__always)
  private func noteProgress() {
    let progress = UInt64(actions) << 32 | UInt64(UInt32(truncatingIfNeeded: end))
    memory.storeBytes(of: progress.littleEndian, toByteOffset: 40, as: UInt64.self)
    memory.storeBytes(of: (~progress).littleEndian, toByteOffset: 48, as: UInt64.self)
  }
}

/// The first bytes of a sheet.
struct SheetHeader: Equatable {
  /// Names the recording.
  var session: UInt64
  var number: UInt64
  /// The last step before the sheet.
  var step: Step
  /// The sheet's length.
  var length: Int
  var timing: Timing

  /// What its records are seeded with.
  var seed: UInt32 { TailFormat.seed(session: session, sheet: number) }

  /// The magic is gone first and comes last: a process that is stopped in between leaves no sheet.
  func write(to memory: UnsafeMutableRawBufferPointer) {
    memory.storeBytes(of: 0, toByteOffset: 0, as: UInt64.self)
    memory.storeBytes(of: session.littleEndian, toByteOffset: 8, as: UInt64.self)
    memory.storeBytes(of: number.littleEndian, toByteOffset: 16, as: UInt64.self)
    memory.storeBytes(of: step.number.littleEndian, toByteOffset: 24, as: UInt64.self)
    let length = UInt32(truncatingIfNeeded: length) | UInt32(timing.rawValue)
    memory.storeBytes(of: length.littleEndian, toByteOffset: 32, as: UInt32.self)
    let checksum = Self.checksum(UnsafeRawBufferPointer(memory))
    memory.storeBytes(of: checksum.littleEndian, toByteOffset: 36, as: UInt32.self)
    memory.storeBytes(of: TailFormat.magic.littleEndian, toByteOffset: 0, as: UInt64.self)
  }

  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    XXHash.hash32(UnsafeRawBufferPointer(rebasing: bytes[8..<36]))
  }

  /// Reads the header at the start of `bytes`; nil if there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= TailFormat.headerLength else { return nil }
    func number<N: FixedWidthInteger>(at offset: Int) -> N {
      N(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: N.self))
    }
    guard number(at: 0) == TailFormat.magic, number(at: 36) == Self.checksum(bytes) else {
      return nil
    }
    session = number(at: 8)
    self.number = number(at: 16)
    step = Step(number(at: 24))
    let length: UInt32 = number(at: 32)
    // The length is a multiple of a sheet's, and so its low bits are free.
    guard let timing = Timing(rawValue: UInt8(length & 0xFF)), step.number < LogFormat.stepLimit
    else { return nil }
    self.timing = timing
    self.length = Int(length & ~0xFF)
  }

  init(session: UInt64, number: UInt64, step: Step, length: Int, timing: Timing) {
    self.session = session
    self.number = number
    self.step = step
    self.length = length
    self.timing = timing
  }
}

/// How far a sheet had been filled, as it says itself.
struct SheetProgress: Equatable {
  var actions: Int
  var end: Int

  /// Nil if it was being changed, or is damaged.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let progress = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 40, as: UInt64.self))
    let inverse = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 48, as: UInt64.self))
    guard progress == ~inverse else { return nil }
    actions = Int(progress >> 32)
    end = Int(progress & 0xFFFF_FFFF)
  }
}
