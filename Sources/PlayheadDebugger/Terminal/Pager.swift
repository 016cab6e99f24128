import PlayheadInspector
import Foundation
import Synchronization

/// The program that shows long output: `PAGER`, or `less`. It gets standard output and, if it is a terminal,
/// standard error.
final class Pager: Sendable {
  /// A minimal Debian has no 'less'.
  private static let usual = "if command -v less >/dev/null; then exec less; else exec more; fi"
  private static let open = Mutex<Pager?>(nil)

  private let process: ChildProcess
  /// The redirected streams, with copies of the original descriptors.
  private let streams: [(stream: Int32, copy: Int32)]

  /// Starts `command`, or `less`, and sends it all output from now on. `nil` if the pager does not start.
  static func start(_ command: String?) -> Pager? {
    let pager = Pager(command)
    open.withLock { $0 = pager }
    return pager
  }

  static var isOpen: Bool { open.withLock { $0 } != nil }

  private init?(_ command: String?) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { Foundation.close(end) } }
    let words = ["sh", "-c", command ?? Self.usual]
    // Git's options: exit if the text fits on one screen, show colors, and keep the text on the screen.
    let defaults = ["LESS": "FRX"].filter { getenv($0.key) == nil }
    let variables = ProcessInfo.processInfo.environment.merging(defaults) { old, _ in old }
    do {
      process = try ChildProcess { [input = ends[0]] in
        Self.spawn(words, variables, reading: input, &$0)
      }
    } catch {
      return nil
    }
    let both = [STDOUT_FILENO] + (isatty(STDERR_FILENO) == 1 ? [STDERR_FILENO] : [])
    streams = both.map { ($0, fcntl($0, F_DUPFD_CLOEXEC, 10)) }
    guard streams.allSatisfy({ $0.copy >= 0 }) else {
      process.kill()
      return nil
    }
    for (stream, _) in streams { dup2(ends[1], stream) }
  }

  private static func spawn(
    _ words: [String], _ variables: [String: String], reading input: Int32, _ process: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    let arguments = table(words.map { strdup($0) })
    let environment = table(variables.map { strdup("\($0.key)=\($0.value)") })
    defer { for list in [arguments, environment] { release(list) } }
    return posix_spawn(&process, "/bin/sh", &actions, nil, arguments, environment)
  }

  /// The terminal that the pager writes to.
  var terminal: Int32 { streams[0].copy }

  var isRunning: Bool { process.isRunning }

  /// Ends the pager's input, waits until the user leaves the pager, and restores the streams. Returns `false` if the
  /// shell could not start the pager's program.
  func close() -> Bool {
    restore()
    let ending = process.wait()
    Self.open.withLock { $0 = nil }
    if case .code(126...127) = ending { return false }
    return true
  }

  /// Waits until the user leaves the pager, before the program ends. Drops all further output.
  static func waitForReader() {
    guard let pager = open.withLock({ $0 }) else { return }
    let nowhere = Foundation.open("/dev/null", O_WRONLY)
    for (stream, _) in pager.streams { dup2(nowhere, stream) }
    pager.process.wait()
  }

  private func restore() {
    for (stream, copy) in streams {
      dup2(copy, stream)
      Foundation.close(copy)
    }
  }
}
