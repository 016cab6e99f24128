/// A page of the tail: memory that is filled with records, handed over, flushed into frames, and filled again under another
/// number.
///
/// One thread fills it; another one reads it after it was handed over.
package final class TailPage: @unchecked Sendable {
  /// Rises with each filling, for as long as the recording goes on.
  package private(set) var number: UInt64 = 0
  /// What its records are seeded with.
  private var seed: UInt32 = 0
  /// The memory, header included.
  private let memory: UnsafeMutableRawBufferPointer
  /// The file that it is a part of, which survives the end of the process; nil if it is in none.
  private let file: (any TailFile)?
  /// Where in the file it begins.
  let start: Int
  /// How many bytes of it count.
  private var end = TailFormat.headerLength
  /// The pages before it that hold the beginning of its first record.
  var chained: [TailPage] = []

  private init(_ memory: UnsafeMutableRawBufferPointer, of file: (any TailFile)?, at start: Int) {
    (self.memory, self.file, self.start) = (memory, file, start)
  }

  /// The page at the end of a file that has `number` of this length.
  convenience init(number: Int, length: Int, of file: any TailFile) throws(LogError) {
    self.init(try file.grow(by: length), of: file, at: number * length)
    clear()
  }

  /// A page that no file holds.
  convenience init(count: Int) {
    self.init(.allocate(byteCount: count, alignment: 16), of: nil, at: 0)
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

  /// The same for all of it.
  func sync() throws(LogError) { try sync(0..<memory.count) }

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

  /// Begins again, without what was in it.
  func begin(_ header: PageHeader) -> PageCursor? {
    (number, seed, chained) = (header.number, header.seed, [])
    end = TailFormat.headerLength
    header.write(to: memory)
    return PageCursor(memory, seed: header.seed)
  }

  /// Ends the filling behind the cursor's last record.
  func finish(_ cursor: PageCursor) { end = cursor.end }

  /// Makes it a page without content.
  func clear() {
    (end, chained) = (TailFormat.headerLength, [])
    memory.storeBytes(of: TailFormat.freeMagic.littleEndian, as: UInt64.self)
  }

  /// Notes that actions up to `step` were left out behind it, for lack of another page.
  func noteLeftOut(through step: Step, _ reason: GapReason) {
    memory.storeBytes(
      of: LeftOut.word(through: step, reason, seed: seed).littleEndian,
      toByteOffset: LeftOut.offset,
      as: UInt64.self)
  }
}
