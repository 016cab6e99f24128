import Foundation

/// What the system says about a call that failed.
///
/// Foundation's own words for some of them are "NSCocoaErrorDomain error 256".
struct SystemError: LocalizedError {
  let errorDescription: String?

  init(_ code: Int32) { errorDescription = String(cString: strerror(code)) }
}

/// What the file at `path` has; `nil` if there is none.
///
/// A folder, and a link that leads back to itself, are something: they are errors.
func readFile(at path: String) throws -> Data? {
  // A pipe is refused below, and not waited for.
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
