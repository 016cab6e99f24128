import Foundation
import PlayheadCoding
import PlayheadReplay

extension WorkerProcess {
  /// Between making a pipe and saying that no other child is to have it, no other child may be made.
  private static let starting = NSLock()

  /// How often, 10 ms apart, a file is tried that another process has open for writing: a copy of it that has just been
  /// made, or another thread's child that has not let go of it yet.
  private static let busyTries = 200

  /// Starts `program` with this environment; gives its process and the way to it.
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
    // What the app prints goes nowhere, but for its errors: the runtime tells there why it stops.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.file, STDERR_FILENO)
    posix_spawn_file_actions_adddup2(&actions, requestEnd, WorkerContract.input)
    posix_spawn_file_actions_adddup2(&actions, answerEnd, WorkerContract.output)
    posix_spawn_file_actions_adddup2(&actions, memory.file, WorkerContract.memory)
    // All other files are closed in the child: a pipe that it kept open would never reach its end.
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
          fault = program.withFileName {
            posix_spawn(&process, $0, &actions, &attributes.value, arguments, variables)
          }
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

  /// A pipe that no child has but by another number; its ends are above those that a child is given.
  private static func makePipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    guard systemPipe(&ends) == 0 else {
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

/// What the class's own property hides.
private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

/// How a child takes signals: as usual, whatever thread starts it, those of Dispatch among them, which block all; but
/// Ctrl-C is for the process that asks. What was ignored when this program began stays so. On Apple's systems a child has no
/// files but those it is given.
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
