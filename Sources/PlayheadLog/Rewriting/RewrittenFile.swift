#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that gets its name only when it is whole, and takes no other file's.
final class RewrittenFile {
  let path: String
  private let partial: String
  private let isSynced: Bool
  private let disk = SystemDisk()
  private var file: (any LogFile)?

  /// Begins a file beside `path`, which must not be there yet. Only if it `isSynced`, it would survive a loss of power
  /// from the moment on at which it gets its name.
  init(path: String, isSynced: Bool = true) throws(LogError) {
    (self.path, self.isSynced) = (path, isSynced)
    guard access(path, F_OK) != 0 else { throw .exists(path: path) }
    // Two processes that write the same file get different ones.
    partial = "\(path).partial-\(getpid())"
    do throws(LogError) {
      let file = try disk.createLog(partial)
      // Errors tell the name that was asked for.
      file.path = path
      self.file = file
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// What was not made whole is taken away.
  deinit {
    discard()
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(LogError) {
    try file?.append(bytes)
  }

  /// Gives the file its name, with all its bytes.
  func finish() throws(LogError) {
    guard let file else { return }
    if isSynced { try file.sync() }
    // A link, other than a new name, does not replace what got the name meanwhile.
    if link(partial, path) == 0 {
      disk.remove(partial)
    } else if errno == EEXIST {
      throw .exists(path: path)
    } else if rename(partial, path) != 0 {
      // Not every file system knows links.
      throw .unwritable(path: path, reason: SystemMessage.of(errno))
    }
    if isSynced { Synchronizing.names(in: SegmentName.folder(of: path)) }
    file.close()
    self.file = nil
  }

  private func discard() {
    guard let file else { return }
    file.close()
    disk.remove(partial)
  }
}

extension LogError {
  /// Why a file could not be written, in the system's words.
  fileprivate var reason: String {
    if case .unwritable(_, let reason) = self { reason } else { "it is there already" }
  }
}
