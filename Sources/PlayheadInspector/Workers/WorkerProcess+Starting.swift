import Foundation
import PlayheadCoding
import PlayheadReplay

extension WorkerProcess {
  /// Keeps other threads from starting a child that inherits a pipe before the pipe is marked close-on-exec.
  private static let starting = NSLock()

  /// How often, 10 ms apart, to try a program file that another process has open for writing: the copy was
  /// just made, or another thread's child still holds it.
  private static let busyTries = 200

  static func start(
    _ program: String, _ setting: ProcessSetting, _ memory: SharedMemory,
    _ output: CapturedOutput
  ) throws -> (ChildProcess, MessagePipe) {
    starting.lock()
    defer { starting.unlock() }
    let (requestEnd, requests) = try makePipe()
    defer { close(requestEnd) }
    let answers: Int32
    let answerEnd: Int32
    do {
      (answers, answerEnd) = try makePipe()
    } catch {
      close(requests)
      throw error
    }
    defer { close(answerEnd) }
    let pipe = MessagePipe(input: answers, output: requests)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Drops the app's standard output, but keeps its standard error: the runtime writes its reason there.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.file, STDERR_FILENO)
    posix_spawn_file_actions_adddup2(&actions, requestEnd, WorkerContract.input)
    posix_spawn_file_actions_adddup2(&actions, answerEnd, WorkerContract.output)
    posix_spawn_file_actions_adddup2(&actions, memory.file, WorkerContract.memory)
    // Closes all other files in the child: a pipe that it kept open would never reach its end.
    typealias CloseFrom =
      @convention(c) (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
      ) -> Int32
    _ = WorkerSetup.function("posix_spawn_file_actions_addclosefrom_np", as: CloseFrom.self)?(
      &actions, WorkerContract.memory + 1)
    let arguments = table(setting.arguments.map { strdup($0) })
    let variables = table(
      setting.variables.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") })
    defer { for list in [arguments, variables] { release(list) } }
    var attributes = SpawnAttributes()
    defer { attributes.destroy() }
    do {
      let process = try ChildProcess { process in
        var fault: Int32
        var tries = busyTries
        repeat {
          fault = posix_spawn(
            &process, program, &actions, &attributes.value, arguments, variables)
          if fault == ETXTBSY { usleep(10_000) }
          tries -= 1
        } while fault == ETXTBSY && tries > 0
        return fault
      }
      return (process, pipe)
    } catch let error as POSIXError {
      throw notStarted(error.code.rawValue)
    }
  }

  /// A pipe that no child inherits by itself. Its descriptors are above those that a child gets.
  private static func makePipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else {
      throw notStarted(errno)
    }
    let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    guard high.allSatisfy({ $0 >= 0 }) else {
      let fault = errno
      for end in high where end >= 0 { close(end) }
      throw notStarted(fault)
    }
    return (high[0], high[1])
  }

  private static func notStarted(_ fault: Int32) -> WorkerError {
    .notStarted(
      reason: String(cString: strerror(fault)),
      isLimit: [EMFILE, ENFILE, EAGAIN, ENOMEM].contains(fault))
  }
}

/// A child's signal handling: the default, even if a Dispatch thread starts the child, which blocks all
/// signals. Ctrl-C is only for the parent. Signals that this program ignored from its start stay ignored.
/// On Apple's systems a child gets no files except those passed to it.
private struct SpawnAttributes {
  #if canImport(Darwin)
    var value: posix_spawnattr_t?
  #else
    var value = posix_spawnattr_t()
  #endif

  init() {
    posix_spawnattr_init(&value)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGINT)
    posix_spawnattr_setsigmask(&value, &blocked)
    #if canImport(Darwin)
      posix_spawnattr_setflags(&value, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT))
    #else
      posix_spawnattr_setflags(&value, Int16(POSIX_SPAWN_SETSIGMASK))
    #endif
  }

  mutating func destroy() { posix_spawnattr_destroy(&value) }
}

extension WorkerError {
  /// Why no process started, if this is such an error.
  package var startReason: String? {
    switch self {
    case .notStarted(let reason, _): reason
    case .ended(let end): end.reason
    case .otherVersion(let version):
      "the program uses version \(version) of the messages between processes, not version \(MessagePipe.version)"
    case .otherBuild: "the program was rebuilt"
    case .failed, .misunderstood, .unalike: nil
    }
  }
}

extension WorkerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .failed(let failure): failure.sentence
    case .misunderstood: "a process with the app's stores gave an invalid answer"
    case .unalike:
      "the processes with the app's stores have different stores, or different steps to compare"
    case .ended, .notStarted, .otherVersion, .otherBuild: startReason ?? ""
    }
  }
}
