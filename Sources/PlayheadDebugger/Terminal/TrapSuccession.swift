import Foundation
import PlayheadReplay
import PlayheadValues

/// Lets the program begin anew where a store of the app traps, with what was laid down for that.
///
/// A trap cannot be caught in Swift: the process is lost. So the handler of its signal makes the process
/// another one of the same program, by `execve`, which keeps the terminal, standard input with all that nobody
/// has read of it, and whoever waits for the process. It is told the step by a variable of the
/// environment, and inherits two files without names: what was laid down, and what was written to
/// standard error, which goes into the second meanwhile.
///
/// The handler does nothing but calls that POSIX allows there. All that it needs is made before.
final class TrapSuccession {
  /// By which signals the system tells of a trap, of memory that is not there, and of `abort`.
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]
  private static let variable = "PLAYHEAD_TRAP"
  /// The handler runs when the stack may be used up.
  static let stackSize = 64 << 10

  /// Standard error, as it was.
  let errorDescriptor: Int32
  private let legacy: Int32
  private let output: Int32
  private var earlier: [(signal: Int32, action: sigaction)] = []

  /// From now on a trap begins the program anew, with `legacy`; nil if the system has no files to give.
  init?(leaving legacy: [UInt8], modes: termios?) {
    guard let file = temporaryFile() else { return nil }
    guard let output = temporaryFile() else {
      close(file)
      return nil
    }
    let error = dup(STDERR_FILENO)
    guard error >= 0 else {
      close(file)
      close(output)
      return nil
    }
    (self.legacy, self.output, errorDescriptor) = (file, output, error)
    _ = legacy.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    prepare(TrapPlan(files: [file, output, error], modes, Self.variable))
    dup2(output, STDERR_FILENO)
    catchSignals()
  }

  /// A trap ends the process again. What was written to standard error goes there now, escaped: the app's stores may
  /// write what is in the log.
  func end() {
    for (signal, action) in earlier {
      var action = action
      sigaction(signal, &action, nil)
    }
    dup2(errorDescriptor, STDERR_FILENO)
    let text = Array(String(decoding: contents(of: output), as: UTF8.self).printable.utf8)
    _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    for file in [legacy, output, errorDescriptor] { close(file) }
    prepare(nil)
  }

  private func catchSignals() {
    var stack = stack_t()
    stack.ss_size = Self.stackSize
    stack.ss_sp = signalStack
    sigaltstack(&stack, nil)
    for signal in Self.signals {
      var action = sigaction(
        handler: takeOver, flags: Int32(SA_ONSTACK) | Int32(SA_NODEFER))
      var before = sigaction()
      if sigaction(signal, &action, &before) == 0 { earlier.append((signal, before)) }
    }
  }

  /// What the process before this one trapped at, if that is why this one began. Standard error is again what
  /// it was there.
  static func inherited() -> Trap? {
    guard let words = getenv(variable).map({ String(cString: $0) }) else { return nil }
    unsetenv(variable)
    let numbers = words.split(separator: " ").compactMap { UInt64($0) }
    guard numbers.count == 6 else { return nil }
    let files = numbers[3...].map { Int32(truncatingIfNeeded: $0) }
    let trap = Trap(
      step: numbers[0] & ~AppliedStep.branchBit,
      isInBranch: numbers[0] & AppliedStep.branchBit != 0,
      signal: Int32(truncatingIfNeeded: numbers[1]),
      isElsewhere: numbers[2] != 0, output: String(decoding: contents(of: files[1]), as: UTF8.self),
      legacy: contents(of: files[0]))
    dup2(files[2], STDERR_FILENO)
    for file in files { close(file) }
    return trap
  }
}

/// A file without a name, which the next process inherits.
func temporaryFile() -> Int32? { unnamedFile() ?? fileThatLosesItsName() }

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

func contents(of file: Int32) -> [UInt8] {
  let size = Int(lseek(file, 0, SEEK_END))
  guard size > 0 else { return [] }
  var bytes = [UInt8](repeating: 0, count: size)
  let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
  return Array(bytes.prefix(max(count, 0)))
}

extension Trap {
  /// What the signal alone tells.
  var signalSentence: String {
    switch signal {
    case SIGSEGV, SIGBUS: "memory that is not there was used, or the stack was used up"
    case SIGFPE: "a division that has no result"
    case SIGABRT: "it called 'abort'"
    default: "Swift found a mistake, as a number that does not fit, and says no more in this build"
    }
  }
}
