import PlayheadCoding

/// A part of the tail: memory that is filled with records, handed over, sealed into frames, and filled
/// again under another number.
///
/// One thread fills it, and another reads it after it was handed over. Its memory is there for as long
/// as anybody has it.
package final class Sheet: @unchecked Sendable {
  /// Rises with each filling, for as long as the recording goes on.
  package private(set) var number: UInt64 = 0
  /// The memory, header included.
  let memory: UnsafeMutableRawBufferPointer
  /// The file that it is a part of, which survives the end of the process; nil if it is in none.
  private let file: (any TailFile)?
  /// Which part of that it is.
  let place: Range<Int>
  /// How many bytes of it may be filled.
  private var limit: Int
  /// How many bytes of it count.
  private(set) var end = TailFormat.headerLength

  private init(
    _ memory: UnsafeMutableRawBufferPointer, of file: (any TailFile)?, at offset: Int = 0
  ) {
    self.memory = memory
    self.file = file
    place = offset..<offset + memory.count
    limit = memory.count
  }

  /// The part of a file from `offset` on.
  convenience init(at offset: Int, count: Int, of file: any TailFile) throws(LogError) {
    self.init(try file.map(at: offset, count: count), of: file, at: offset)
    clear(unit: count)
  }

  /// A sheet that no file holds, with room for `room` bytes beside its header and no more: what can do
  /// without it is not to get into it.
  convenience init(room: Int) {
    let unit = SheetHeader.lengthUnit
    let needed = room + TailFormat.headerLength
    self.init(count: (needed + unit - 1) / unit * unit)
    limit = needed
  }

  /// A sheet that no file holds.
  convenience init(count: Int) {
    self.init(.allocate(byteCount: count, alignment: 16), of: nil)
  }

  deinit {
    if let file { file.unmap(memory) } else { memory.deallocate() }
  }

  /// Whether it is a part of a file.
  var isMapped: Bool { file != nil }

  /// Waits until a part of it would survive a loss of power; in no file, nothing would.
  func sync(_ part: Range<Int>) throws(LogError) {
    try file?.sync(UnsafeRawBufferPointer(rebasing: memory[part]))
  }

  /// What was written: header and records.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<end])
  }

  /// Begins anew: what was in it counts no longer.
  func begin(_ header: SheetHeader) -> SheetCursor? {
    number = header.number
    end = TailFormat.headerLength
    header.write(to: memory)
    let part = UnsafeMutableRawBufferPointer(rebasing: memory[..<limit])
    return SheetCursor(part, seed: header.seed)
  }

  /// Ends the filling behind the cursor's last record.
  func finish(_ cursor: SheetCursor) { end = cursor.end }

  /// Makes it a sheet that nobody finds anything in, also if several of length `unit` come in its place.
  func clear(unit: Int) {
    for start in stride(from: 0, to: memory.count, by: unit) {
      memory.storeBytes(of: TailFormat.freeMagic.littleEndian, toByteOffset: start, as: UInt64.self)
    }
    end = TailFormat.headerLength
  }

  /// Notes that actions up to `step` were left out behind it, for want of another sheet.
  func noteLeftOut(through step: Step) {
    memory.storeBytes(
      of: step.number.littleEndian, toByteOffset: SheetHeader.leftOutOffset, as: UInt64.self)
  }
}

/// The first bytes of a sheet.
struct SheetHeader: Equatable {
  /// A sheet's length is a multiple of this, so that the header has room for flags in its low byte.
  static let lengthUnit = 256

  /// So many of its bytes stay as they are while the sheet is being filled.
  static let constantLength = 40

  /// Where it says up to which step actions were left out behind the sheet; it is not checked.
  static let leftOutOffset = 56

  /// Names the recording.
  var session: UInt64
  var number: UInt64
  /// The last step before the sheet.
  var step: Step
  /// The sheet's length.
  var length: Int
  var timing: Timing
  /// Whether an action of the sheet before is still being handled.
  var continues = false

  /// What its records are seeded with.
  var seed: UInt32 { TailFormat.seed(session: session, sheet: number) }

  /// The magic is gone first and comes last: a process that is stopped in between leaves no sheet.
  func write(to memory: UnsafeMutableRawBufferPointer) {
    memory.storeBytes(of: TailFormat.freeMagic.littleEndian, toByteOffset: 0, as: UInt64.self)
    memory.storeBytes(of: session.littleEndian, toByteOffset: 8, as: UInt64.self)
    memory.storeBytes(of: number.littleEndian, toByteOffset: 16, as: UInt64.self)
    memory.storeBytes(of: step.number.littleEndian, toByteOffset: 24, as: UInt64.self)
    let length =
      UInt32(truncatingIfNeeded: length) | UInt32(timing.rawValue) | (continues ? 2 : 0)
    memory.storeBytes(of: length.littleEndian, toByteOffset: 32, as: UInt32.self)
    let checksum = Self.checksum(UnsafeRawBufferPointer(memory))
    memory.storeBytes(of: checksum.littleEndian, toByteOffset: 36, as: UInt32.self)
    // How far the last filling came says nothing of this one, and would be taken for a loss.
    for offset in stride(from: 40, to: TailFormat.headerLength, by: 8) {
      memory.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
    }
    memory.storeBytes(of: TailFormat.magic.littleEndian, toByteOffset: 0, as: UInt64.self)
  }

  /// Whether a sheet without a header never had one, or gave it up; all of a sheet that was just made may
  /// be zeros.
  static func isFree(_ sheet: UnsafeRawBufferPointer) -> Bool {
    guard sheet.count >= 8 else { return false }
    let magic = UInt64(littleEndian: sheet.loadUnaligned(as: UInt64.self))
    return magic == TailFormat.freeMagic || sheet.allSatisfy { $0 == 0 }
  }

  /// Up to which step actions were left out behind the sheet that has this header; nil if none were.
  static func leftOut(of sheet: UnsafeRawBufferPointer) -> Step? {
    let number = UInt64(
      littleEndian: sheet.loadUnaligned(fromByteOffset: leftOutOffset, as: UInt64.self))
    return number > 0 && number < LogFormat.stepLimit ? Step(number) : nil
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
    guard length & 0xFC == 0, step.number < LogFormat.stepLimit else { return nil }
    timing = length & 1 == 0 ? .coarse : .exact
    continues = length & 2 != 0
    self.length = Int(length & ~UInt32(Self.lengthUnit - 1))
  }

  init(
    session: UInt64, number: UInt64, step: Step, length: Int, timing: Timing, continues: Bool
  ) {
    self.session = session
    self.number = number
    self.step = step
    self.length = length
    self.timing = timing
    self.continues = continues
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
