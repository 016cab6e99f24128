/// A page of the tail: memory that is filled with records, handed over, flushed into frames, and filled again
/// under another number.
///
/// One thread fills it; another thread reads it after it was handed over.
package final class TailPage: @unchecked Sendable {
  /// Rises with each filling throughout the recording.
  package private(set) var number: UInt64 = 0
  /// The seed of its records.
  private var seed: UInt32 = 0
  /// The memory, header included.
  private let memory: UnsafeMutableRawBufferPointer
  /// The file that contains the page and survives the process; `nil` for plain memory.
  private let file: (any TailFile)?
  /// The page's offset in the file.
  let start: Int
  /// The number of bytes in use.
  private var end = TailFormat.headerLength
  /// The previous pages with the beginning of its first record.
  var chained: [TailPage] = []

  /// The page at the end of a file that has `number` pages of this length.
  init(number: Int, length: Int, of file: any TailFile) throws(LogError) {
    (memory, self.file, start) = (try file.grow(by: length), file, number * length)
    clear()
  }

  /// A page in plain memory.
  init(count: Int) {
    (memory, file, start) = (.allocate(byteCount: count, alignment: 16), nil, 0)
  }

  deinit {
    if let file { file.unmap(memory) } else { memory.deallocate() }
  }

  /// Whether the page is in a file.
  var isMapped: Bool { file != nil }

  /// Waits until a part of the page would survive a loss of power. Plain memory never does.
  func sync(_ part: Range<Int>) throws(LogError) {
    try file?.sync(UnsafeRawBufferPointer(rebasing: memory[part]))
  }

  func sync() throws(LogError) { try sync(0..<memory.count) }

  /// The written bytes: header and records.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<end])
  }

  /// Begins to fill the page again, without its old content.
  func begin(_ header: PageHeader) -> PageCursor? {
    (number, seed, chained) = (header.number, header.seed, [])
    end = TailFormat.headerLength
    header.write(to: memory)
    return PageCursor(memory, seed: header.seed)
  }

  /// Ends the filling after the cursor's last record.
  func finish(_ cursor: PageCursor) { end = cursor.end }

  /// Marks the page as free.
  func clear() {
    (end, chained) = (TailFormat.headerLength, [])
    memory.storeBytes(of: TailFormat.freeMagic.littleEndian, as: UInt64.self)
  }

  /// Notes that actions up to `step` were left out after this page, for lack of another page.
  func noteDropped(through step: Step, _ reason: GapReason) {
    memory.storeBytes(
      of: DroppedMarker.word(through: step, reason, seed: seed).littleEndian,
      toByteOffset: DroppedMarker.offset,
      as: UInt64.self)
  }
}
