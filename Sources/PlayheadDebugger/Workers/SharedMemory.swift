import Foundation
import PlayheadReplay

/// Memory that a process shares with one that it starts: what is being handled there, and whether it is to stop.
final class SharedMemory {
  private static let size = AppliedStep.size + 4_096

  /// The file without a name that it is in.
  let file: Int32
  private let start: UnsafeMutableRawPointer

  /// Memory of which all bytes are 0; nil if the system has none to give.
  convenience init?() {
    guard let file = temporaryFile() else { return nil }
    // Zeros are written because a sparse file on a full disk would end the process at the first access.
    guard pwrite(file, [UInt8](repeating: 0, count: Self.size), Self.size, 0) == Self.size else {
      let fault = errno
      close(file)
      errno = fault
      return nil
    }
    self.init(in: file)
  }

  /// That in an open file, which is closed with it.
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

  /// Lets this process say there what it handles.
  func announceSteps() { AppliedStep.share(start) }

  /// What the other process was handling when it ended; nil if it was between two actions.
  var place: AppliedStep.Place? { AppliedStep.place(in: start) }

  /// Whether another thread of it decoded actions ahead.
  var decodedAhead: Bool { AppliedStep.decodedAhead(in: start) }

  /// The number of the last question that is not to be answered any more.
  var cancelled: UInt64 {
    get { start.load(fromByteOffset: AppliedStep.size, as: UInt64.self) }
    set { start.storeBytes(of: newValue, toByteOffset: AppliedStep.size, as: UInt64.self) }
  }
}

/// A file without a name, which only those have that it is handed to.
func temporaryFile() -> Int32? {
  guard let file = unnamedFile() ?? fileThatLosesItsName() else { return nil }
  defer { close(file) }
  // Above the numbers that a child is given.
  let high = fcntl(file, F_DUPFD_CLOEXEC, 10)
  return high >= 0 ? high : nil
}

/// Where a system can make one, it never has a name: a process that is killed right then leaves none behind.
private func unnamedFile() -> Int32? {
  guard let stream = tmpfile() else { return nil }
  defer { fclose(stream) }
  let file = dup(fileno(stream))
  return file >= 0 ? file : nil
}

/// Where 'TMPDIR' says, as the system's own folder may not be there.
private func fileThatLosesItsName() -> Int32? {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var path = Array("\(folder)/playhead-XXXXXX".utf8CString)
  let file = mkstemp(&path)
  guard file >= 0 else { return nil }
  unlink(path)
  return file
}
