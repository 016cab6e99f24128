import Foundation
import PlayheadReplay

/// Memory that a process shares with its child: the action that the child handles, and the request to stop.
final class SharedMemory {
  private static let size = CrashMarker.size + 4_096

  /// The unnamed file that holds the memory.
  let file: Int32
  private let start: UnsafeMutableRawPointer

  /// Memory full of zeros; `nil` if the system has none.
  convenience init?() {
    guard let file = temporaryFile() else { return nil }
    // Writes zeros because a sparse file on a full disk would end the process at the first access.
    guard pwrite(file, [UInt8](repeating: 0, count: Self.size), Self.size, 0) == Self.size else {
      let fault = errno
      close(file)
      errno = fault
      return nil
    }
    self.init(in: file)
  }

  /// Memory in an open file. Takes over the file.
  init?(in file: Int32) {
    let start = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let start, start != MAP_FAILED else {
      close(file)
      return nil
    }
    (self.file, self.start) = (file, start)
  }

  deinit {
    munmap(start, Self.size)
    close(file)
  }

  /// Makes this process write the step that it handles there.
  func announceSteps() { CrashMarker.share(start) }

  /// The action that the other process handled when it ended; `nil` if it was between two actions.
  var place: CrashMarker.Location? { CrashMarker.place(in: start) }

  /// Whether the other process decoded actions ahead on another thread.
  var decodedAhead: Bool { CrashMarker.decodedAhead(in: start) }

  /// The number of the last canceled request.
  var cancelled: UInt64 {
    get { start.load(fromByteOffset: CrashMarker.size, as: UInt64.self) }
    set { start.storeBytes(of: newValue, toByteOffset: CrashMarker.size, as: UInt64.self) }
  }
}

/// A file in `TMPDIR` that has lost its name: only the processes that get its descriptor have it.
func temporaryFile() -> Int32? {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var path = Array("\(folder)/playhead-XXXXXX".utf8CString)
  let file = mkstemp(&path)
  guard file >= 0 else { return nil }
  unlink(path)
  defer { close(file) }
  // Above the descriptors that a child gets.
  let high = fcntl(file, F_DUPFD_CLOEXEC, 10)
  return high >= 0 ? high : nil
}
