import Foundation
import PlayheadCoding

/// Makes the process another program, which goes on where this one was: it keeps the terminal, standard input
/// with all that nobody has read of it, and whoever waits for the process.
enum ProgramSuccession {
  private static let variable = "PLAYHEAD_INHERITANCE"
  /// What Linux puts behind the name of a program's file that another has taken the place of.
  private static let goneMark = " (deleted)"

  /// The file that this program came from, wherever it was called; a new one may be in its place.
  static var programFile: String? {
    #if canImport(Darwin)
      var size: UInt32 = 4_096
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0, let real = realpath(path, nil) else {
        return nil
      }
      defer { free(real) }
      return FileName.text(of: UnsafePointer(real))
    #else
      var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = readlink("/proc/self/exe", &path, Int(PATH_MAX))
      guard count > 0 else { return nil }
      let name = FileName.text(of: path.prefix(count).map { UInt8(bitPattern: $0) })
      return name.hasSuffix(goneMark) ? String(name.dropLast(goneMark.count)) : name
    #endif
  }

  /// Makes the process the program in `file`, which is called as this one was and finds `legacy`. Comes back
  /// only if that cannot be, with the reason.
  static func become(_ file: String, leaving legacy: [UInt8]) -> String {
    guard let descriptor = temporaryFile() else { return lastReason() }
    defer { close(descriptor) }
    guard write(legacy, to: descriptor) else { return lastReason() }
    setenv(variable, "\(descriptor)", 1)
    defer { unsetenv(variable) }
    _ = file.withFileName { execv($0, table(currentArguments())) }
    return lastReason()
  }

  /// What the program left whose place this one took; nil if it took none's.
  static func inherited() -> [UInt8]? {
    guard let descriptor = getenv(variable).flatMap({ Int32(String(cString: $0)) }) else {
      return nil
    }
    unsetenv(variable)
    defer { close(descriptor) }
    return contents(of: descriptor)
  }

  private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        pwrite(file, $0.baseAddress, $0.count, off_t(start))
      }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }

  private static func lastReason() -> String { String(cString: strerror(errno)) }
}
