package import Foundation
import PlayheadCoding

/// The operating system's file system.
package struct SystemDisk: Disk {
  package init() {}

  package func createLog(_ path: String, like model: String?) throws(LogError) -> any LogFile {
    try SystemLogFile(path, O_CREAT | O_EXCL, like: model)
  }

  package func openLog(_ path: String) throws(LogError) -> any LogFile {
    try SystemLogFile(path, 0)
  }

  package func createTail(_ path: String, like model: String?) throws(LogError) -> any TailFile {
    try SystemTailFile(path, like: model)
  }

  package func size(of path: String) -> Int? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? Int(facts.st_size) : nil
  }

  package func start(of path: String, count: Int) -> [UInt8]? {
    let descriptor = openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0)
    guard descriptor >= 0 else { return nil }
    defer { closeFile(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    var got = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      got = pread(descriptor, buffer.baseAddress, count, 0)
      initialized = max(0, got)
    }
    return got >= 0 ? bytes : nil
  }

  @discardableResult package func remove(_ path: String) -> Bool {
    unlink(path) == 0 || errno == ENOENT
  }

  package func names(in folder: String) -> [String] {
    let folder = folder.isEmpty ? "." : folder
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = entry.pointer(to: \.d_name)
      guard let name else { continue }
      names.append(
        UnsafeRawPointer(name).withMemoryRebound(to: CChar.self, capacity: 1) {
          String(cString: $0)
        })
    }
    return names
  }

  package func syncNames(in folder: String) {
    Synchronizing.names(in: folder)
  }
}

/// Identifies a file, whatever its name.
package struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  package init(_ facts: stat) {
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(truncatingIfNeeded: facts.st_ino)
  }
}

package enum Descriptor {
  /// Opens a file for reading and writing. A new file has `mode`, by default for the owner only: it may
  /// have personal data. With a `model`, it has the readers of that file.
  static func open(
    _ path: String, _ flags: Int32, mode: mode_t = 0o600, like model: String? = nil
  ) throws(LogError) -> Int32 {
    let descriptor = openFile(path, O_RDWR | O_CLOEXEC | flags, mode)
    guard descriptor >= 0 else { throw LogError.notOpened(path, errno) }
    if flags & O_CREAT != 0 {
      System.protect(descriptor)
      var own = stat()
      if let model, fstat(descriptor, &own) == 0, let mode = self.mode(of: own, like: model) {
        fchmod(descriptor, mode)
      }
    }
    return aboveStandardStreams(descriptor)
  }

  /// The mode of a file that is as open as the one at `model`. If the groups differ, the group gets the
  /// rights of others.
  package static func mode(of file: stat, like model: String) -> mode_t? {
    var facts = stat()
    guard stat(model, &facts) == 0 else { return nil }
    let others = facts.st_mode & 0o006
    let group = file.st_gid == facts.st_gid ? facts.st_mode & 0o060 : others << 3
    return 0o600 | group | others
  }

  /// Whether the file has lost its name.
  static func isDeleted(_ descriptor: Int32) -> Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && facts.st_nlink == 0
      && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the file has this name now.
  static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
    var (own, named) = (stat(), stat())
    guard fstat(descriptor, &own) == 0, stat(path, &named) == 0 else { return false }
    return FileIdentity(own) == FileIdentity(named)
  }

  /// Otherwise, a program that was started without standard output would print into its first file.
  private static func aboveStandardStreams(_ descriptor: Int32) -> Int32 {
    guard descriptor <= STDERR_FILENO else { return descriptor }
    let higher = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard higher >= 0 else { return descriptor }
    closeFile(descriptor)
    return higher
  }
}

extension LogError {
  /// The error for a file that could not be opened for writing.
  fileprivate static func notOpened(_ path: String, _ code: Int32) -> LogError {
    switch code {
    case EEXIST: .exists(path: path)
    case EISDIR: .directory(path: path)
    default: .unwritable(path: path, reason: .system(code))
    }
  }

  /// The error for a log that lost its name, and disappears when it is closed.
  package static func deleted(_ path: String) -> LogError {
    .unwritable(path: path, reason: .deleted)
  }

  /// Why a file could not be written.
  package var reason: Reason {
    if case .unwritable(_, let reason) = self { reason } else { .system(EEXIST) }
  }

  /// The error for a failed write.
  static func notWritten(_ path: String, _ code: Int32) -> LogError {
    .unwritable(path: path, reason: .system(code))
  }
}

// The system's calls under other names: types with methods of the same names would call their own methods.

func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

@discardableResult func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
