import Foundation
import Synchronization

/// The tail beside a log on disk: the last actions, until the log has them. Its pages are mapped into memory.
final class SystemTailFile: TailFile {
  private let path: String
  private var descriptor: Int32
  /// The length of all pages.
  private var length = 0
  /// Whether the name was synchronized.
  private let isNameSynced = Atomic(false)

  init(_ path: String, like model: String?) throws(LogError) {
    self.path = path
    descriptor = try Descriptor.open(path, O_CREAT | O_EXCL | O_NOFOLLOW, like: model)
    // Marks the file as a tail.
    var mark = TailFormat.freeMagic.littleEndian
    write(descriptor, &mark, MemoryLayout.size(ofValue: mark))
  }

  deinit {
    close()
  }

  func close() {
    guard descriptor >= 0 else { return }
    closeFile(descriptor)
    descriptor = -1
  }

  var isDeleted: Bool { Descriptor.isDeleted(descriptor) }

  func remove() {
    if Descriptor.isNamed(descriptor, path) { unlink(path) }
  }

  func grow(by count: Int) throws(LogError) -> UnsafeMutableRawBufferPointer {
    // A page without disk space would end the process when the disk is full.
    let failure = System.extend(descriptor, from: off_t(length), by: off_t(count))
    guard failure == 0 else { throw .notWritten(path, failure) }
    let memory = mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(length))
    guard let memory, memory != MAP_FAILED else { throw .notWritten(path, errno) }
    length += count
    let pages = UnsafeMutableRawBufferPointer(start: memory, count: count)
    // Loads the pages now instead of while an action is being dispatched.
    for start in stride(from: TailFormat.headerLength, to: count, by: Int(getpagesize())) {
      pages.storeBytes(of: 0, toByteOffset: start, as: UInt8.self)
    }
    return pages
  }

  func cut(to length: Int) throws(LogError) {
    while ftruncate(descriptor, off_t(length)) != 0 {
      guard errno == EINTR else { throw .notWritten(path, errno) }
    }
    self.length = length
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    munmap(memory.baseAddress, memory.count)
  }

  func sync(_ memory: UnsafeRawBufferPointer) throws(LogError) {
    let page = UInt(getpagesize())
    let start = UInt(bitPattern: memory.baseAddress)
    let first = start / page * page
    let pages = UnsafeMutableRawPointer(bitPattern: first)
    guard let pages else { return }
    let count = Int(start - first) + memory.count
    guard System.syncPages(pages, count, of: descriptor) == 0 else {
      let error = LogError.notWritten(path, errno)
      WrittenPages.changeNothing(of: pages, count)
      throw error
    }
    if !isNameSynced.exchange(true, ordering: .relaxed) { Synchronizing.name(of: path) }
  }
}

/// Pages that the system regards as written.
package enum WrittenPages {
  /// Stores a byte of each page unchanged: after a failed write, pages count as clean until they change.
  ///
  /// An exchange, which does nothing if another thread was faster.
  package static func changeNothing(of pages: UnsafeMutableRawPointer, _ count: Int) {
    for page in stride(from: 0, to: count, by: Int(getpagesize())) {
      let cell = (pages + page).assumingMemoryBound(to: Atomic<UInt8>.self)
      let byte = cell.pointee.load(ordering: .relaxed)
      _ = cell.pointee.compareExchange(expected: byte, desired: byte, ordering: .relaxed)
    }
  }
}
