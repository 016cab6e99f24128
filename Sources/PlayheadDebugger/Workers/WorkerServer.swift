import Foundation
import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// The program as a worker: it answers what it is asked through its pipes until they are closed.
final class WorkerServer {
  private let apps: Apps
  private let terminal: any Terminal
  private let pipe = MessagePipe(input: WorkerPlaces.input, output: WorkerPlaces.output)
  private lazy var service = ReplicaService(
    { [apps] task in try apps.open(task) },
    checkFixture: { [apps] in try apps.verdict(on: Fixture(path: $0), onStep: $1) })
  private var isOnOtherThread = false
  /// What it shares with whoever started it.
  private let memory = SharedMemory(in: WorkerPlaces.memory)
  private lazy var questions = QuestionService(apps, memory)

  private init(_ apps: Apps, _ terminal: any Terminal) {
    (self.apps, self.terminal) = (apps, terminal)
  }

  /// Whether the program was called to be one.
  static func isWanted(_ terminal: any Terminal) -> Bool {
    terminal.environment(WorkerPlaces.variable) != nil
  }

  /// Serves until nobody asks any more.
  static func run(_ apps: [any ReplayableApp.Type], _ terminal: any Terminal) -> ExitCode {
    let ways = terminal.environment(WorkerPlaces.variable) ?? ""
    if ways.contains(WorkerPlaces.fixedAddresses) { ProcessAddresses.fix() }
    if ways.contains(WorkerPlaces.ownLocale) { setlocale(LC_ALL, "") }
    ProcessEnd.followParent()
    ProcessEnd.beFirstToGo()
    FaketimeMemory.dropNames(terminal)
    let server = WorkerServer(Apps(apps), terminal)
    do {
      try server.serve()
    } catch {
      // Who asked is gone.
    }
    return .good
  }

  private func serve() throws {
    memory?.announceSteps()
    try pipe.send(
      WorkerGreeting(
        time: Date().timeIntervalSince1970, hasFixedAddresses: ProcessAddresses.areFixed,
        apps: apps.names, build: BuildIdentity.linked))
    while true { try pipe.send(try answer()) }
  }

  /// The next request's answer.
  private func answer() throws -> WorkerAnswer {
    let request: WorkerRequest
    do {
      request = try pipe.receive(WorkerRequest.self)
    } catch is DecodingError {
      return .failed(.init("this build does not know what it is asked", code: 2))
    }
    switch request {
    case .begin(let task): isOnOtherThread = task.ways.contains(.thread)
    case .shrink(let task): isOnOtherThread = task.log.ways.contains(.thread)
    default: break
    }
    return isOnOtherThread ? onOtherThread { self.answer(to: request) } : answer(to: request)
  }

  private func answer(to request: WorkerRequest) -> WorkerAnswer {
    if case .question(let question, let number, let task) = request {
      return questions.answer(question, number, about: task) { try pipe.send($0) }
    }
    do {
      return try service.answer(request) { try pipe.send($0) }
    } catch {
      let code = (error as? any ErrorWithExitCode)?.exitCode ?? .unusable
      let replay = error as? ReplayError
      return .failed(
        .init(
          sentence(of: error).plain, code: code.rawValue, step: replay?.step, reason: replay?.reason
        ))
    }
  }

  /// Does `work` on a thread of its own while this one sleeps.
  private func onOtherThread(_ work: @escaping () -> WorkerAnswer) -> WorkerAnswer {
    let exchange = Exchange(work)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      exchange.answer = exchange.work()
      done.signal()
    }
    thread.stackSize = 8 << 20  // As the main thread has.
    thread.start()
    done.wait()
    return exchange.answer
  }

  /// What two threads hand each other, of which one sleeps.
  private final class Exchange: @unchecked Sendable {
    let work: () -> WorkerAnswer
    var answer = WorkerAnswer.ended

    init(_ work: @escaping () -> WorkerAnswer) { self.work = work }
  }
}

extension Apps {
  /// The log of a task, and what makes its app.
  fileprivate func open(
    _ task: WorkerTask
  ) throws -> (LogReader, () throws -> any Replayable) {
    let log =
      try task.bytes.map { try LogReader(bytes: [UInt8]($0), name: task.log) }
      ?? LogReader(path: task.log)
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    // What is damaged is not replayed, and does not count.
    try log.findDamage()
    let isObserved = task.isObserved ?? task.ways.contains(.observers)
    return (log, { try explaining(log) { try DispatcherPlayer(app, observed: isObserved) } })
  }
}
