import Foundation
import PlayheadFlux
import PlayheadInspector
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// The program as a worker: answers requests from its pipe until the pipe is closed.
final class WorkerServer {
  /// The requests that this build knows, by name.
  private static let requests: [String: any WorkerRequest.Type] = {
    let types = WorkerService.requests + Inspector.calls + [InspectorCall<FixtureRequest>.self]
    return Dictionary(uniqueKeysWithValues: types.map { (WorkerMessage.name(of: $0), $0) })
  }()

  private let apps: Apps
  private let pipe = MessagePipe(input: WorkerContract.input, output: WorkerContract.output)
  /// The memory that the worker shares with its parent.
  private let memory = SharedMemory(in: WorkerContract.memory)
  private let service: WorkerService
  private var isOnOtherThread = false

  private init(_ apps: Apps) {
    self.apps = apps
    // A program that a store starts must not keep the pipes open after the worker's end.
    for file in [WorkerContract.input, WorkerContract.output, WorkerContract.memory] {
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
    service = WorkerService { task in try apps.open(task) }
    service.send = { [pipe] in try pipe.send($0) }
  }

  /// Whether the program was started as a worker.
  static func isWanted(_ terminal: any Terminal) -> Bool {
    terminal.environment(WorkerContract.variable) != nil
  }

  /// Serves until the parent process has gone.
  static func run(_ apps: Apps, _ terminal: any Terminal) -> ExitCode {
    WorkerSetup.setUp(terminal)
    do {
      try WorkerServer(apps).serve()
    } catch {
      // The parent process has gone.
    }
    return .good
  }

  private func serve() throws {
    memory?.announceSteps()
    let greeting = WorkerGreeting(
      time: Date().timeIntervalSince1970, hasFixedAddresses: WorkerSetup.hasFixedAddresses,
      apps: apps.names, build: BuildIdentity.linked)
    try pipe.send(bytes: JSONEncoder().encode(greeting))
    while true {
      try pipe.send(reply(to: pipe.receiveBytes()))
    }
  }

  private func reply(to bytes: Data) -> WorkerReply {
    do {
      let message = try WorkerCoding.value(WorkerMessage.self, bytes)
      guard let type = Self.requests[message.name] else { return .unknownRequest }
      let request = try WorkerCoding.value(type, message.request)
      service.checkWanted = { [memory] in
        if memory?.cancelled == message.number { throw Interruption() }
      }
      if let task = request.openedTask { isOnOtherThread = task.perturbations.contains(.thread) }
      return isOnOtherThread ? onOtherThread { self.reply(to: request) } : reply(to: request)
    } catch {
      return .unknownRequest
    }
  }

  private func reply(to request: some WorkerRequest) -> WorkerReply {
    do {
      return .answer(try WorkerCoding.bytes(request.answer(by: service)))
    } catch {
      return .failed(WorkerFailure(error))
    }
  }

  /// Runs `work` on another thread while this one waits, or calls what belongs to the main actor.
  private func onOtherThread(_ work: @escaping () -> WorkerReply) -> WorkerReply {
    let exchange = Exchange(work)
    let thread = Thread {
      exchange.reply = exchange.work()
      MainThread.endService()
    }
    thread.stackSize = 8 << 20  // The main thread's size.
    MainThread.serve(thread)
    return exchange.reply
  }

  /// Data that two threads exchange. Safe because one of them waits.
  private final class Exchange: @unchecked Sendable {
    let work: () -> WorkerReply
    var reply = WorkerReply.unknownRequest

    init(_ work: @escaping () -> WorkerReply) { self.work = work }
  }
}

extension WorkerReply {
  fileprivate static let unknownRequest = WorkerReply.failed(
    WorkerFailure("this build does not know this request", code: ExitCode.unusable.rawValue))
}

extension Apps {
  /// The log of a task, and a function that makes its app.
  fileprivate func open(
    _ task: ReplaySpec
  ) throws -> (LogReader, () throws -> any Replayable) {
    let log =
      try task.bytes.map { try LogReader(bytes: [UInt8]($0), name: task.log) }
      ?? LogReader(file: task.log)
    if let identity = task.identity, try !log.continues(from: identity) {
      throw CommandFailure.logReplaced(path: log.name)
    }
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    let isObserved = task.isObserved || task.perturbations.contains(.observers)
    return (log, { try explaining(log) { try app.player(isObserved: isObserved) } })
  }
}

// MARK: - Errors

/// The errors of a worker that its parent process handles as values, not only as sentences.
private enum KnownError: Codable {
  case interrupted
  case inspector(InspectorError)
  case replay(ReplayError)
  case lost(Step, log: String, ClosedRange<Step>)
  /// The log lacks a step for another reason.
  case missing

  init?(_ error: any Error) {
    switch error {
    case is Interruption: self = .interrupted
    case let error as InspectorError: self = .inspector(error)
    case let error as ReplayError: self = .replay(error)
    case LogError.lost(let step, let log, let steps): self = .lost(step, log: log, steps)
    case let error as LogError where error.isLoss: self = .missing
    default: return nil
    }
  }
}

extension WorkerFailure {
  /// An error to send to the parent process.
  init(_ error: any Error) {
    let replay = error as? ReplayError
    self.init(
      PlayheadDebugger.sentence(of: error).plain,
      code: ((error as? any ErrorWithExitCode)?.exitCode ?? .unusable).rawValue,
      step: replay?.step, reason: replay?.reason,
      cause: KnownError(error).flatMap { try? WorkerCoding.bytes($0) })
  }

  /// The error to throw in the parent process.
  var error: any Error {
    switch cause.flatMap({ try? WorkerCoding.value(KnownError.self, $0) }) {
    case .interrupted: Interruption()
    case .inspector(let error): error
    case .replay(let error): error
    case .lost(let step, let log, let steps): LogError.lost(step, path: log, steps: steps)
    case .missing: RemoteError(failure: self, isLoss: true)
    case nil: RemoteError(failure: self, isLoss: false)
    }
  }
}

/// An error of a worker, in the worker's words.
struct RemoteError: ErrorWithExitCode, ErrorInLines {
  let failure: WorkerFailure
  /// Whether the log lacks a step.
  let isLoss: Bool

  var text: StyledText { StyledText(lines: failure.sentence) }
  var exitCode: ExitCode { ExitCode(rawValue: failure.code) ?? .unusable }
}

extension WorkerError {
  /// Why no process started, if this is such an error.
  var startReason: String? {
    switch self {
    case .notStarted(let reason, _): reason
    case .ended(let end): end.reason
    case .otherVersion(let version):
      "the program uses version \(version) of the messages between processes, not version \(MessagePipe.version)"
    case .otherBuild: "the program was rebuilt"
    case .failed, .misunderstood, .unalike: nil
    }
  }

  /// The error to throw in a command about `log`, or about several logs if `isOneOfMany`.
  func failure(of log: LogReader, isOneOfMany: Bool = false) -> any Error {
    switch self {
    case .failed(let failure): return failure.error
    case .ended(let end):
      guard let trap = end.trap else {
        return CommandFailure.workerEnded(end, log: log.name)
      }
      let type = try? log.entry(at: trap.step).type
      return isOneOfMany
        ? CommandFailure.trapInOne(trap, type, log: log.name) : ReplayError.traps(trap, type)
    case .otherBuild: return CommandFailure.builtAgain(log: log.name)
    case .notStarted, .otherVersion:
      return CommandFailure.noProcess(reason: startReason ?? "", log: log.name)
    case .misunderstood: return CommandFailure.workerMisunderstood(log: log.name)
    case .unalike: return CommandFailure.workersUnalike(log: log.name)
    }
  }
}
