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
    // Before anything is said: whoever hears of it may end the process at any moment.
    arm()
    if let trap = terminal.trap {
      // The process before this one was asked something, and this is the answer.
      let known = trap.known
      try pipe.send(WitnessAnswer.trapped(step: known?.step, reason: trap.reason))
    } else {
      try pipe.send(
        WitnessGreeting(
          time: Date().timeIntervalSince1970, hasFixedAddresses: ProcessAddresses.areFixed,
          apps: apps.names, build: BuildIdentity.linked))
    }
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

  /// From now on a trap on this thread begins the program anew, which tells of it.
  private func arm() {
    let legacy = TrapLegacy(log: "", conversation: nil)
    terminal.beginAnewWhenTrapped(
      leaving: (try? CompactEncoder().encode(legacy)).map { [UInt8]($0) } ?? [])
  }

  /// Does `work` on a thread of its own while this one sleeps.
  private func onOtherThread(_ work: @escaping () -> WitnessAnswer) -> WitnessAnswer {
    let exchange = Exchange(work)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread { [self = Unchecked(self)] in
      self.value.arm()
      exchange.answer = exchange.work()
      done.signal()
    }
    thread.stackSize = 8 << 20  // As the main thread has.
    thread.start()
    done.wait()
    arm()
    return exchange.answer
  }

  /// What two threads hand each other, of which one sleeps.
  private final class Exchange: @unchecked Sendable {
    let work: () -> WitnessAnswer
    var answer = WitnessAnswer.ended

    init(_ work: @escaping () -> WitnessAnswer) { self.work = work }
  }
}

/// What is used by one thread at a time.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
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
