#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is only ever appended to.
final class OutputFile {
  let path: String
  private let descriptor: Int32
  /// What whole appends have written.
  private var length: off_t = 0

  /// Makes the file; it must not be there yet.
  init(creating path: String) throws(LogError) {
    self.path = path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? .exists(path: path) : .unwritable(path: path, reason: SystemMessage.of(errno))
    }
    self.descriptor = Self.beyondStandardStreams(descriptor)
  }

  deinit {
    close(descriptor)
  }

  /// Takes the file away again.
  func remove() {
    unlink(path)
  }

  /// Where a program was started without standard output, its first file would be in that place and
  /// get whatever is printed.
  private static func beyondStandardStreams(_ descriptor: Int32) -> Int32 {
    guard descriptor <= STDERR_FILENO else { return descriptor }
    let higher = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard higher >= 0 else { return descriptor }
    close(descriptor)
    return higher
  }

  /// Appends all the bytes, however many calls that takes; or none, if the system lets what was
  /// written of them be taken back.
  func append(_ bytes: UnsafeRawBufferPointer) throws(LogError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        let reason = SystemMessage.of(errno)
        takeBack()
        throw .unwritable(path: path, reason: reason)
      }
      rest = rest.dropFirst(count)
    }
    length += off_t(bytes.count)
  }

  /// Waits until the bytes are on the disk; false, with the reason in `errno`, if they did not get there.
  func synchronize() -> Bool { fsync(descriptor) == 0 }

  /// Cuts off a torn frame, so that all that was written before stays whole. What cannot be cut, a
  /// pipe for instance, stays torn, which readers bear.
  private func takeBack() {
    while ftruncate(descriptor, length) != 0, errno == EINTR {}
  }
}

enum SystemMessage {
  /// The operating system's words for an error number.
  static func of(_ number: Int32) -> String {
    String(cString: strerror(number)).lowercased()
  }
}
