import Foundation

/// The system's `read`, which within a source would be its own.
private func readNext(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, target, count)
}

/// Bytes that can be read at any place, from any thread: a file, or memory.
package protocol LogSource: Sendable {
  /// How many bytes there are.
  var size: Int { get }

  /// Who may read it where it comes from.
  var mode: FileMode { get }

  /// Exactly `count` bytes from `offset` on; fewer only where the source ends.
  func read(at offset: Int, count: Int) throws(LogError) -> [UInt8]
}

extension LogSource {
  /// Of bytes in memory nothing is known.
  package var mode: FileMode { .owner }
}

/// A log that came through a pipe.
package struct MemorySource: LogSource {
  let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package var size: Int { bytes.count }

  package func read(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < bytes.count else { return [] }
    return Array(bytes[offset..<min(bytes.count, offset + max(count, 0))])
  }
}

/// Which file it is, whatever its name.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  init(_ facts: stat) {
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(truncatingIfNeeded: facts.st_ino)
  }
}

/// A log on disk.
final class FileSource: LogSource {
  let path: String
  let size: Int
  private let descriptor: Int32
  let isRegular: Bool
  let identity: FileIdentity
  let mode: FileMode

  /// Opens a file that may as well be a pipe, and then waits for whoever writes into it.
  convenience init(path: String) throws(LogError) { try self.init(path: path, flags: 0) }

  /// Opens a regular file; what is none counts as missing. Waits for nobody.
  convenience init(regular path: String) throws(LogError) {
    try self.init(path: path, flags: O_NONBLOCK)
    guard isRegular else { throw .missing(path: path) }
  }

  private init(path: String, flags: Int32) throws(LogError) {
    self.path = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
    guard descriptor >= 0 else {
      throw errno == ENOENT
        ? .missing(path: path) : .unreadable(path: path, reason: .system(errno))
    }
    self.descriptor = descriptor
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      (size, isRegular, identity, mode) = (0, false, FileIdentity(facts), .owner)
      throw .unreadable(path: path, reason: .system(errno))
    }
    size = Int(facts.st_size)
    isRegular = facts.st_mode & S_IFMT == S_IFREG
    identity = FileIdentity(facts)
    mode = FileMode(rawValue: UInt16(truncatingIfNeeded: facts.st_mode))
    guard facts.st_mode & S_IFMT != S_IFDIR else { throw .directory(path: path) }
  }

  deinit {
    close(descriptor)
  }

  /// Whether there is a regular file at `path`, or a name for one.
  static func isRegular(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a recorder has the file now.
  var isBeingWritten: Bool {
    guard isRegular else { return false }
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    flock(descriptor, LOCK_UN)
    return false
  }

  /// A source that can be read at any place: this one, or what comes through it until its end, or until
  /// it is clear that it is no log.
  func seekable() throws(LogError) -> any LogSource {
    if isRegular { return self }
    var log = StreamedLog()
    while true {
      var failure: Int32 = 0
      // As much as a pipe holds.
      let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, initialized in
        let got = fill(buffer)
        failure = got < 0 ? errno : 0
        initialized = max(0, got)
      }
      guard failure == 0 else {
        throw .unreadable(path: path, reason: .system(failure))
      }
      log.take(part)
      if part.isEmpty || !log.mayBeOne { return MemorySource(bytes: log.bytes) }
    }
  }

  /// Reads what is there, waiting until there is something.
  private func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    while true {
      let got = readNext(descriptor, buffer.baseAddress, buffer.count)
      if got >= 0 || errno != EINTR { return got }
    }
  }

  func read(at offset: Int, count: Int) throws(LogError) -> [UInt8] {
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
