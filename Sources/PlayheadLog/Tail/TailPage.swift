import PlayheadCoding

/// A part of the tail: memory that is filled with records, handed over, flushed into frames, and filled
/// again under another number.
///
/// One thread fills it, and another reads it after it was handed over. Its memory is there for as long
/// as anybody has it.
package final class TailPage: @unchecked Sendable {
  /// Rises with each filling, for as long as the recording goes on.
  package private(set) var number: UInt64 = 0
  /// What its records are seeded with.
  private var seed: UInt32 = 0
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
    markFree(at: 0)
  }

  /// A page that no file holds, with room for `room` bytes beside its header and no more: what can do
  /// without it is not to get into it.
  convenience init(room: Int) {
    let unit = PageHeader.lengthUnit
    let needed = room + TailFormat.headerLength
    self.init(count: (needed + unit - 1) / unit * unit)
    limit = needed
  }

  /// A page that no file holds.
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

  /// Stands behind all frames that can be made of it.
  package var lastMark: FlushMark? {
    PageHeader(bytes).map {
      FlushMark(page: $0.number, part: .max, session: UInt32(truncatingIfNeeded: $0.session))
    }
  }

  /// Begins anew: what was in it counts no longer.
  func begin(_ header: PageHeader) -> PageCursor? {
    (number, seed) = (header.number, header.seed)
    end = TailFormat.headerLength
    header.write(to: memory)
    let part = UnsafeMutableRawBufferPointer(rebasing: memory[..<limit])
    return PageCursor(part, seed: header.seed)
  }

  /// Ends the filling behind the cursor's last record.
  func finish(_ cursor: PageCursor) { end = cursor.end }

  /// Makes it a page that nobody finds anything in, also if several of length `unit` come in its place.
  ///
  /// Whoever is stopped amid it leaves no damage: until none of those has content of this one, its header
  /// says how long it was. As this has to hold behind a loss of power, too, each step is synchronised. If
  /// that fails, it is false: others would not be found behind a header that may still be there.
  func clear(unit: Int) -> Bool {
    end = TailFormat.headerLength
    markFree(at: 0)
    guard memory.count > unit else { return true }
    do {
      try sync(0..<TailFormat.headerLength)
      for start in stride(from: unit, to: memory.count, by: unit) {
        markFree(at: start)
        try sync(start..<start + TailFormat.headerLength)
      }
      memory.storeBytes(of: 0, toByteOffset: PageHeader.lengthOffset, as: UInt64.self)
      try sync(0..<TailFormat.headerLength)
      return true
    } catch {
      return false
    }
  }

  private func markFree(at start: Int) {
    memory.storeBytes(of: TailFormat.freeMagic.littleEndian, toByteOffset: start, as: UInt64.self)
  }

  /// Notes that actions up to `step` were left out behind it, for want of another page.
  func noteLeftOut(through step: Step, _ reason: GapReason) {
    memory.storeBytes(
      of: LeftOut.word(through: step, reason, seed: seed).littleEndian,
      toByteOffset: LeftOut.offset,
      as: UInt64.self)
  }
}
