import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that was started. Not Foundation's `Process`, which takes longer to start one than most
/// of these live.
final class AppProcess {
  private let id: pid_t
  private let output: String
  private var status: Ending?

  /// How a program came to its end.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Starts the program at `path`; what it prints goes into the file `output`.
  init(_ path: String, _ words: [String], output: String) throws {
    self.output = output
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // Where a store traps, nobody reads the stack, which takes seconds to print.
    let environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id: pid_t = 0
    let failure = posix_spawn(&id, path, &actions, nil, &arguments, &variables)
    guard failure == 0 else { throw Refusal(path: path, failure: failure) }
    self.id = id
  }

  /// A program that could not be started.
  struct Refusal: Error {
    var path: String
    var failure: Int32
  }

  /// Ends it as the system does that runs out of memory: without a word.
  func kill() { _ = sendSignal(id, SIGKILL) }

  /// Waits for its end.
  @discardableResult func wait() -> Ending {
    if let status { return status }
    var code: Int32 = 0
    while waitpid(id, &code, 0) < 0, errno == EINTR {}
    let ending = code & 0x7F == 0 ? Ending.exit((code >> 8) & 0xFF) : .signal(code & 0x7F)
    status = ending
    return ending
  }

  /// Waits for its end as long as an app may take that is in no trouble; nil if it is then still there,
  /// and killed.
  func wait(seconds: Int) -> Ending? {
    let end = ContinuousClock().now + .seconds(seconds)
    while isRunning {
      guard ContinuousClock().now < end else {
        kill()
        wait()
        return nil
      }
      usleep(1_000)
    }
    return wait()
  }

  /// Whether it goes on.
  var isRunning: Bool {
    guard status == nil else { return false }
    var facts = siginfo_t()
    waitid(P_PID, id_t(id), &facts, WEXITED | WNOHANG | WNOWAIT)
    return facts.si_signo == 0
  }

  /// What it printed, by the first word of each line.
  var report: [String: String] {
    var report: [String: String] = [:]
    for line in ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(
      separator: "\n")
    {
      let words = line.split(separator: " ", maxSplits: 1)
      report[String(words[0])] = words.count > 1 ? String(words[1]) : ""
    }
    return report
  }
}

/// The system's `kill`, which within a process would be its own.
private func sendSignal(_ id: pid_t, _ signal: Int32) -> Int32 { kill(id, signal) }

/// Where the programs are.
enum Programs {
  /// Beside the tests, where the package manager puts it.
  static let app = Bundle.main.bundleURL.appending(path: "crash-app").path(percentEncoded: false)
}
