import Foundation

/// The system's message about a failed call.
///
/// For some calls, Foundation only says "NSCocoaErrorDomain error 256".
struct SystemError: LocalizedError {
  let errorDescription: String?

  init(_ code: Int32) { errorDescription = String(cString: strerror(code)) }
}

/// The content of the file at `path`; `nil` if there is no file.
///
/// Throws for a folder, and for a link to itself.
func readFile(at path: String) throws -> Data? {
  // Do not wait for a pipe, which is refused below.
  let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else {
    if errno == ENOENT { return nil }
    throw SystemError(errno)
  }
  let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw SystemError(errno) }
  switch status.st_mode & S_IFMT {
  case S_IFREG: return try handle.readToEnd() ?? Data()
  case S_IFDIR: throw SystemError(EISDIR)
  default: throw SystemError(EINVAL)
  }
}
