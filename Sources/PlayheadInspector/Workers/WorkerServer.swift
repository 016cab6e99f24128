import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
package import PlayheadReplay

/// The program as a worker: answers requests from its pipe until the pipe is closed.
package final class WorkerServer {
  private let requests: WorkerRequests
  private let apps: [AppEntry]
  private let pipe = MessagePipe(input: WorkerContract.input, output: WorkerContract.output)
  /// The memory that the worker shares with its parent.
  private let memory = SharedMemory(in: WorkerContract.memory)
  private let context: WorkerContext
  private var isOnOtherThread = false

  private init(_ apps: [AppEntry], _ others: [any WorkerRequest.Type]) {
    self.apps = apps
    requests = WorkerRequests(others)
    // A program that a store starts must not keep the pipes open after the worker's end.
    for file in [WorkerContract.input, WorkerContract.output, WorkerContract.memory] {
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
    context = WorkerContext { task in try WorkerRequests.open(task, apps) }
    context.send = { [pipe] in try pipe.send($0) }
  }

  /// If this program was started as a worker, serves its parent until that has gone, and ends the process. `others` are
  /// requests that only other modules know.
  package static func serveIfWanted(
    _ apps: [AppEntry], _ others: [any WorkerRequest.Type] = []
  ) {
    guard let wishes = getenv(WorkerContract.variable) else { return }
    WorkerSetup.setUp(String(cString: wishes))
    // An error says that the parent process has gone.
    try? WorkerServer(apps, others).serve()
    exit(EXIT_SUCCESS)
  }

  private func serve() throws {
    memory?.announceSteps()
    let greeting = WorkerGreeting(
      time: Date().timeIntervalSince1970, hasFixedAddresses: WorkerSetup.hasFixedAddresses,
      apps: apps.map(\.name), build: BuildIdentity.linked)
    try pipe.send(bytes: JSONEncoder().encode(greeting))
    while true {
      try pipe.send(reply(to: pipe.receiveBytes()))
    }
  }

  private func reply(to bytes: Data) -> WorkerReply {
    guard let (request, number) = requests.request(of: bytes) else { return .unknownRequest }
    context.checkCancelled = { [memory] in
      if memory?.cancelled == number { throw Interruption() }
    }
    if let task = request.openedTask { isOnOtherThread = task.perturbations.contains(.thread) }
    return isOnOtherThread
      ? onOtherThread { WorkerReply(to: request, by: self.context) }
      : WorkerReply(to: request, by: context)
  }

  /// Runs `work` on another thread while this one waits, or calls what belongs to the main actor.
  private func onOtherThread(_ work: @escaping () -> WorkerReply) -> WorkerReply {
    // One of the two threads waits.
    nonisolated(unsafe) let work = work
    nonisolated(unsafe) var reply = WorkerReply.unknownRequest
    let thread = Thread {
      reply = work()
      MainThread.endService()
    }
    thread.stackSize = 8 << 20  // The main thread's size.
    MainThread.serve(thread)
    return reply
  }
}

/// The requests that a build knows, by name.
struct WorkerRequests: Sendable {
  private let types: [String: any WorkerRequest.Type]

  /// `others` are requests that only other modules know.
  init(_ others: [any WorkerRequest.Type] = []) {
    let all = WorkerContext.requests + Inspector.calls + [RemoteCheck.self] + others
    types = Dictionary(uniqueKeysWithValues: all.map { (WorkerMessage.name(of: $0), $0) })
  }

  /// The request in a message, and its number; nil for one that this build does not know.
  func request(of message: Data) -> (request: any WorkerRequest, number: UInt64)? {
    guard let message = try? WorkerCoding.value(WorkerMessage.self, message),
      let type = types[message.name],
      let request = try? WorkerCoding.value(type, message.request)
    else { return nil }
    return (request, message.number)
  }

  /// The log of a task, and a function that makes its app.
  static func open(
    _ task: ReplaySpec, _ apps: [AppEntry]
  ) throws -> (LogReader, () throws -> any Replayable) {
    let log =
      try task.bytes.map { try LogReader(bytes: [UInt8]($0), name: task.log) }
      ?? LogReader(file: task.log)
    if let identity = task.identity, try !log.continues(from: identity) {
      throw InspectorError.logReplaced(log.name)
    }
    guard let app = apps.first(where: { $0.name == log.header.app }) else {
      throw InspectorError.storesMissing
    }
    let isObserved = task.isObserved || task.perturbations.contains(.observers)
    return (log, { try app.player(isObserved: isObserved) })
  }
}

extension WorkerReply {
  static let unknownRequest = WorkerReply.failed(
    WorkerFailure("this build does not know this request"))

  /// The last reply to a request.
  init(to request: some WorkerRequest, by context: WorkerContext) {
    do {
      self = .answer(try WorkerCoding.bytes(request.answer(by: context)))
    } catch {
      self = .failed(WorkerFailure(error))
    }
  }
}
