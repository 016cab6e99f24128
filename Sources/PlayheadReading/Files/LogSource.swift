package import PlayheadLog
import PlayheadCoding
import Foundation

/// Bytes that are readable at any place, from any thread: a file, or memory.
package protocol LogSource: Sendable {
  /// The number of bytes.
  var size: Int { get }

  /// The mode of the file with these bytes.
  var mode: FileMode { get }

  /// Exactly `count` bytes from `offset` on; fewer only at the end of the source.
  func read(at offset: Int, count: Int) throws(ReadingError) -> [UInt8]

  /// The unpacked records of the frame with `count` bytes at `offset`, or what is wrong with it.
  func content(at offset: Int, count: Int) throws(ReadingError) -> Result<[UInt8], FrameFault>
}

extension LogSource {
  /// For the owner only, because the source of bytes in memory is unknown.
  package var mode: FileMode { .owner }

  package func content(
    at offset: Int, count: Int
  ) throws(ReadingError) -> Result<[UInt8], FrameFault> {
    RecordStream.content(of: try read(at: offset, count: count))
  }
}

/// A log in memory, for example from a pipe.
package struct MemorySource: LogSource {
  let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package var size: Int { bytes.count }

  package func read(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < bytes.count else { return [] }
    return Array(bytes[offset..<min(bytes.count, offset + max(count, 0))])
  }
}

/// A log on disk.
package final class FileSource: LogSource {
  package let path: String
  package let size: Int
  package let descriptor: Int32
  package let isRegular: Bool
  package let identity: FileIdentity
  package let mode: FileMode
  /// When the bytes were written last, in nanoseconds since 1970.
  let modified: Int64

  /// Opens a regular file. Throws `missing` for anything else.
  package convenience init(regular path: String) throws(ReadingError) {
    try self.init(path: path)
    guard isRegular else { throw .missing(path: path) }
  }

  /// Opens a file, a pipe or a device without waiting: a pipe may have no writer yet.
  package init(path: String) throws(ReadingError) {
    self.path = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT
        ? .missing(path: path) : .unreadable(path: path, reason: .system(errno))
    }
    self.descriptor = descriptor
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      (size, isRegular, identity, mode, modified) = (0, false, FileIdentity(facts), .owner, 0)
      throw .unreadable(path: path, reason: .system(errno))
    }
    size = Int(facts.st_size)
    isRegular = facts.st_mode & S_IFMT == S_IFREG
    identity = FileIdentity(facts)
    mode = FileMode(rawValue: UInt16(truncatingIfNeeded: facts.st_mode))
    modified = facts.modified
    guard facts.st_mode & S_IFMT != S_IFDIR else { throw .directory(path: path) }
  }

  deinit {
    close(descriptor)
  }

  /// Whether there is a regular file at `path`, or a link to one.
  package static func isRegular(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a recorder is writing the file now.
  package var isBeingWritten: Bool {
    guard isRegular else { return false }
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    flock(descriptor, LOCK_UN)
    return false
  }

  /// Whether the file has its name and its size of when it was opened.
  package var isUnchanged: Bool {
    var (own, named) = (stat(), stat())
    guard fstat(descriptor, &own) == 0, stat(path, &named) == 0 else { return false }
    return own.st_size == size && FileIdentity(named) == identity
  }

  package func read(at offset: Int, count: Int) throws(ReadingError) -> [UInt8] {
    let wanted = max(0, min(count, size - offset))
    var filled = 0
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
      while filled < wanted {
        let got = pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), wanted - filled,
          off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
      initialized = filled
    }
    guard failure == 0 else {
      throw .unreadable(path: path, reason: .system(failure))
    }
    return bytes
  }
}

extension stat {
  fileprivate var modified: Int64 {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// A part of a source.
struct PartSource: LogSource {
  private let whole: any LogSource
  private let start: Int
  let size: Int

  /// The `size` bytes from `start` on, which the source must have.
  init(_ whole: any LogSource, _ start: Int, _ size: Int) {
    (self.whole, self.start, self.size) = (whole, start, size)
  }

  var mode: FileMode { whole.mode }

  func read(at offset: Int, count: Int) throws(ReadingError) -> [UInt8] {
    guard offset >= 0, offset < size else { return [] }
    return try whole.read(at: start + offset, count: min(max(count, 0), size - offset))
  }
}

/// Several sources, one after the other.
package struct JoinedSource: LogSource {
  private let parts: [(source: any LogSource, start: Int, size: Int)]
  package let size: Int

  /// The first `size` bytes of each source.
  package init(_ parts: [(source: any LogSource, size: Int)]) {
    var start = 0
    self.parts = parts.map { part in
      defer { start += part.size }
      return (part.source, start, part.size)
    }
    size = start
  }

  package func read(at offset: Int, count: Int) throws(ReadingError) -> [UInt8] {
    var bytes: [UInt8] = []
    let end = offset + min(max(count, 0), size - min(offset, size))
    for part in parts where part.start < end && part.start + part.size > offset {
      let first = max(offset, part.start) - part.start
      let read = try part.source.read(
        at: first, count: min(end - part.start, part.size) - first)
      if bytes.isEmpty { bytes = read } else { bytes += read }
    }
    return bytes
  }
}
