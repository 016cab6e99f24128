import Foundation
import PlayheadReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A witness in a process of its own: a child of this one, of the same program or another build of it.
final class WitnessProcess: WitnessChannel {
  /// A program that says nothing for so many seconds is none that knows what a witness is.
  static let patience = 20

  private let pipe: MessagePipe
  private var process: pid_t?
  /// How many seconds an answer may take; nil for as long as it takes.
  private let limit: Int?
  private let register: ProcessRegister?
  /// What it said first.
  let greeting: WitnessGreeting

  /// Whether it can be asked.
  var isThere: Bool { process != nil }

  /// Starts `program` as a witness, with this environment, and waits for its greeting, so many seconds. The
  /// process is entered in `register`, from where it can be ended.
  init(
    _ program: String, _ setting: ProcessSetting, limit: Int? = nil,
    patience: Int = WitnessProcess.patience, register: ProcessRegister? = nil
  ) throws {
    let (process, pipe) = try Self.start(program, setting)
    do {
      guard register?.enter(process) ?? true else {
        throw WitnessError.lost(reason: "there are to be no more")
      }
      greeting = try pipe.receive(WitnessGreeting.self, within: patience)
      let version = greeting.version
      guard version == MessagePipe.version else { throw OtherVersion(version: version) }
    } catch {
      register?.leave(process)
      Self.end(process)
      if let error = error as? OtherVersion { throw error }
      throw WitnessError.lost(reason: "'\(program)' does not answer as a witness")
    }
    (self.process, self.pipe, self.limit, self.register) = (process, pipe, limit, register)
  }

  /// The other side says things in another version.
  struct OtherVersion: Error {
    var version: Int
  }

  deinit { stop() }

  func ask(_ request: WitnessRequest) throws {
    guard isThere else { throw WitnessError.lost(reason: "it had ended before") }
    do {
      try pipe.send(request)
    } catch is PipeClosed {
      throw WitnessError.lost(reason: stop())
    }
  }

  func answer() throws -> WitnessAnswer {
    guard isThere else { throw WitnessError.lost(reason: "it had ended before") }
    do {
      return try pipe.receive(WitnessAnswer.self, within: limit)
    } catch is PipeClosed {
      throw WitnessError.lost(reason: stop())
    } catch is DecodingError {
      throw WitnessError.misunderstood
    }
  }

  /// Ends the process; gives how it ended by itself, if it had.
  @discardableResult private func stop() -> String {
    guard let process else { return "" }
    self.process = nil
    register?.leave(process)
    return Self.end(process)
  }

  @discardableResult private static func end(_ process: pid_t) -> String {
    // One that is ending is given a moment to have done so by itself.
    var status: Int32 = 0
    for _ in 0..<20 where waitpid(process, &status, WNOHANG) == 0 { usleep(1_000) }
    kill(process, SIGKILL)
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? "it ended with \(status >> 8 & 0xff)" : "signal \(signal) ended it"
  }

  // MARK: Starting

  /// Between making a pipe and saying that no other child is to have it, no other child may be made.
  private static let starting = NSLock()

  /// So many times, 10 ms apart, a file is tried that somebody has open for writing: a copy of it that has just been
  /// made, or another thread's child that has not let go of it yet.
  private static let busyTries = 200

  private static func start(
    _ program: String, _ setting: ProcessSetting
  ) throws -> (pid_t, MessagePipe) {
    starting.lock()
    defer { starting.unlock() }
    let (requestEnd, requests) = try makePipe()
    let (answers, answerEnd) = try makePipe()
    defer {
      close(requestEnd)
      close(answerEnd)
    }
    let pipe = MessagePipe(input: answers, output: requests)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Standard streams are for what the app prints, which nobody wants to read nine times.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    posix_spawn_file_actions_adddup2(&actions, requestEnd, WitnessPlaces.input)
    posix_spawn_file_actions_adddup2(&actions, answerEnd, WitnessPlaces.output)
    let arguments = table(setting.arguments.map { strdup($0) })
    let variables = table(
      setting.variables.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") })
    defer { for list in [arguments, variables] { release(list) } }
    var process: pid_t = 0
    var fault = posix_spawn(&process, program, &actions, nil, arguments, variables)
    for _ in 0..<busyTries where fault == ETXTBSY {
      usleep(10_000)
      fault = posix_spawn(&process, program, &actions, nil, arguments, variables)
    }
    guard fault == 0 else {
      throw WitnessError.lost(reason: String(cString: strerror(fault)))
    }
    return (process, pipe)
  }

  /// A pipe that no child has but by another number; its ends are above those that a child is given.
  private static func makePipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    guard systemPipe(&ends) == 0 else {
      throw WitnessError.lost(reason: String(cString: strerror(errno)))
    }
    let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    guard high.allSatisfy({ $0 >= 0 }) else {
      throw WitnessError.lost(reason: String(cString: strerror(errno)))
    }
    return (high[0], high[1])
  }
}

/// What the class's own property hides.
private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

/// Lets go of a table of texts.
private func release(_ table: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
  var next = table
  while let text = next.pointee {
    free(text)
    next += 1
  }
  table.deallocate()
}
