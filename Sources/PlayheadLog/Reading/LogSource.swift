#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes that can be read at any place: a file, or memory.
protocol LogSource {
  var size: Int { get }

  /// Exactly `count` bytes from `offset` on; fewer only where the source ends.
  func read(at offset: Int, count: Int) throws(LogError) -> [UInt8]
}

/// A log that came through a pipe.
struct MemorySource: LogSource {
  let bytes: [UInt8]

  var size: Int { bytes.count }

  func read(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < bytes.count else { return [] }
    return Array(bytes[offset..<min(bytes.count, offset + max(count, 0))])
  }
}

/// A log on disk.
final class FileSource: LogSource {
  let path: String
  let size: Int
  private let descriptor: Int32

  init(path: String) throws(LogError) {
    self.path = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT
        ? .missing(path: path) : .unreadable(path: path, reason: SystemMessage.of(errno))
    }
    self.descriptor = descriptor
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      size = 0
      throw .unreadable(path: path, reason: SystemMessage.of(errno))
    }
    size = Int(facts.st_size)
    guard facts.st_mode & S_IFMT != S_IFDIR else { throw .directory(path: path) }
  }

  deinit {
    close(descriptor)
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
      throw .unreadable(path: path, reason: SystemMessage.of(failure))
    }
    return bytes
  }
}
