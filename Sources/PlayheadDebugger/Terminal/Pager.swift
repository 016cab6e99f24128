import Foundation
import Synchronization

/// The program in which a person reads long output: `PAGER`, or else 'less'. It gets what is written to standard output
/// and, if that is the same terminal, to standard error.
final class Pager: Sendable {
  /// A minimal Debian has no 'less'.
  private static let usual = "if command -v less >/dev/null; then exec less; else exec more; fi"
  /// The pager that has the terminal.
  private static let open = Mutex<Pager?>(nil)

  private let process: ChildProcess
  /// The streams that go to the pager, with copies of where they went before.
  private let streams: [(stream: Int32, copy: Int32)]

  /// Starts `command`, or 'less' without one, and sends it all output from now on. `nil` if it cannot be started.
  static func start(_ command: String?) -> Pager? {
    let pager = Pager(command)
    open.withLock { $0 = pager }
    return pager
  }

  /// Whether a pager has the terminal.
  static var isOpen: Bool { open.withLock { $0 } != nil }

  private init?(_ command: String?) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { Foundation.close(end) } }
    let words = ["sh", "-c", command ?? Self.usual]
    // As Git has it: leave if all fits on one screen, show colors, and leave the text on the screen.
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

  /// Ends the pager's input, waits until the person has left it, and takes the terminal back.
  func close() {
    restore()
    process.wait()
    Self.open.withLock { $0 = nil }
  }

  /// Before the program ends: lets the person read on, and what is still written is lost.
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
