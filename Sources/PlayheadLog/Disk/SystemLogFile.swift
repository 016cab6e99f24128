package import Foundation

/// A log on disk that is being written, by one process at a time.
package final class SystemLogFile: LogFile {
  package var path: String
  package private(set) var length: Int
  private var descriptor: Int32
  /// Whether the file's name would survive a loss of power: a new name is only in the folder's bytes.
  private var hasSyncedName: Bool

  package init(
    _ path: String, _ flags: Int32, mode: mode_t = 0o600, like model: String? = nil
  ) throws(LogError) {
    self.path = path
    descriptor = try Descriptor.open(path, flags, mode: mode, like: model)
    length = 0
    hasSyncedName = flags & O_CREAT == 0
    // Another process may have deleted the file, or replaced it, since it was opened.
    guard !System.mayLock(path) || Self.lock(descriptor), Descriptor.isNamed(descriptor, path)
    else {
      throw .inUse(path: path)
    }
    let end = lseek(descriptor, 0, SEEK_END)
    // A pipe has no end, and so no length.
    length = max(0, Int(end))
  }

  deinit {
    close()
  }

  package func close() {
    guard descriptor >= 0 else { return }
    closeFile(descriptor)
    descriptor = -1
  }

  /// Retries, because readers lock the file for a moment to see whether it is being written.
  private static func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<20 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      // A file system without locks.
      guard errno == EWOULDBLOCK else { return true }
      usleep(2_000)
    }
    return false
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(LogError) {
    // A file without a name accepts writes and disappears when it is closed.
    if isDeleted { throw .deleted(path) }
    do throws(LogError) {
      try forEachPiece(of: bytes) { write(descriptor, $0.baseAddress, $0.count) }
    } catch {
      // A pipe cannot be cut and stays torn, which readers accept.
      try? cut(to: length)
      lseek(descriptor, off_t(length), SEEK_SET)
      throw error
    }
    length += bytes.count
  }

  package func writeAgain(_ bytes: UnsafeRawBufferPointer) throws(LogError) {
    var place = off_t(length - bytes.count)
    try forEachPiece(of: bytes) { piece in
      let count = pwrite(descriptor, piece.baseAddress, piece.count, place)
      place += off_t(max(0, count))
      return count
    }
  }

  /// Calls `write` until it has taken all bytes.
  private func forEachPiece(
    of bytes: UnsafeRawBufferPointer, _ write: (UnsafeRawBufferPointer) -> Int
  ) throws(LogError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(UnsafeRawBufferPointer(rebasing: rest))
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        throw .unwritable(path: path, reason: .system(EIO))
      } else if errno != EINTR {
        throw .notWritten(path, errno)
      }
    }
  }

  package var isDeleted: Bool { Descriptor.isDeleted(descriptor) }

  package func cut(to length: Int) throws(LogError) {
    while ftruncate(descriptor, off_t(length)) != 0 {
      guard errno == EINTR else { throw .notWritten(path, errno) }
    }
    lseek(descriptor, off_t(length), SEEK_SET)
    self.length = length
  }

  package func sync() throws(LogError) {
    guard Synchronizing.data(of: descriptor) else { throw .notWritten(path, errno) }
    if !hasSyncedName { Synchronizing.name(of: path) }
    hasSyncedName = true
  }
}

/// Makes written bytes survive a loss of power.
package enum Synchronizing {
  /// Waits until the file's bytes and length are on the disk. On failure returns false and sets `errno`.
  static func data(of descriptor: Int32) -> Bool {
    while true {
      let result = System.syncData(of: descriptor)
      // A pipe cannot be synchronized, and needs no synchronizing.
      if result == 0 || errno == EINVAL || errno == ENOTSUP { return true }
      guard errno == EINTR else { return false }
    }
  }

  /// Waits until the name of the file at `path` is on the disk.
  package static func name(of path: String) {
    names(in: path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
  }

  /// Waits until the names in a folder are on the disk.
  static func names(in folder: String) {
    let descriptor = openFile(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    System.syncNames(of: descriptor)
    closeFile(descriptor)
  }
}
