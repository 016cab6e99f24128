import Foundation
import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// The program as a witness: it answers what it is asked through its pipes until they are closed.
final class WitnessServer {
  private let apps: Apps
  private let terminal: any Terminal
  private let pipe = MessagePipe(input: WitnessPlaces.input, output: WitnessPlaces.output)
  private lazy var service = WitnessService(
    { [apps] task in try apps.open(task) },
    checkFixture: { [apps] in try apps.verdict(on: Fixture(path: $0), onStep: $1) })
  private var isOnOtherThread = false
  /// What it shares with whoever started it.
  private let memory = SharedMemory(in: WitnessPlaces.memory)
  private lazy var questions = QuestionService(apps, memory)

  private init(_ apps: Apps, _ terminal: any Terminal) {
    (self.apps, self.terminal) = (apps, terminal)
  }

  /// Whether the program was called to be one.
  static func isWanted(_ terminal: any Terminal) -> Bool {
    terminal.environment(WitnessPlaces.variable) != nil
  }

  /// Serves until nobody asks any more.
  static func run(_ apps: [any ReplayableApp.Type], _ terminal: any Terminal) -> ExitCode {
    let ways = terminal.environment(WitnessPlaces.variable) ?? ""
    if ways.contains(WitnessPlaces.fixedAddresses) { ProcessAddresses.fix() }
    if ways.contains(WitnessPlaces.ownLocale) { setlocale(LC_ALL, "") }
    ProcessEnd.followParent()
    ProcessEnd.beFirstToGo()
    FaketimeMemory.dropNames(terminal)
    let server = WitnessServer(Apps(apps), terminal)
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
      WitnessGreeting(
        time: Date().timeIntervalSince1970, hasFixedAddresses: ProcessAddresses.areFixed,
        apps: apps.names, build: BuildIdentity.linked))
    while true { try pipe.send(try answer()) }
  }

  /// The next request's answer.
  private func answer() throws -> WitnessAnswer {
    let request: WitnessRequest
    do {
      request = try pipe.receive(WitnessRequest.self)
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

  private func answer(to request: WitnessRequest) -> WitnessAnswer {
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
  private func onOtherThread(_ work: @escaping () -> WitnessAnswer) -> WitnessAnswer {
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
    let work: () -> WitnessAnswer
    var answer = WitnessAnswer.ended

    init(_ work: @escaping () -> WitnessAnswer) { self.work = work }
  }
}

extension Apps {
  /// The log of a task, and what makes its app.
  fileprivate func open(
    _ task: WitnessTask
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
