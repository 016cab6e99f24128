import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadTesting

/// Checks fixtures in other processes of this program, one process per core. A store that traps, or a
/// handler that ends its process or never ends, affects only its own fixture.
struct FixtureJobs {
  private let queue: JobQueue<FixtureReport>

  /// Starts to check the fixtures of these logs in processes of `program`. A step may take `stepLimit`
  /// seconds. Throws ``WorkerError`` if no process can be started.
  init(
    _ program: String, on paths: [String], _ decoding: DecodingPolicy, stepLimit: Duration
  ) throws {
    let spawn = { @Sendable in
      WorkerSlot(limit: stepLimit) { try WorkerProcess(program, under: .usual) }
    }
    try spawn().ensureRunning()
    queue = JobQueue(paths.count, threads: ProcessInfo.processInfo.activeProcessorCount) {
      let slot = spawn()
      let locator = CrashLocator(program: program, stepLimit: stepLimit)
      return { number, _ in
        try Self.report(on: Fixture(path: paths[number]), decoding, by: slot, locator)
      }
    }
  }

  /// Waits for the report on the fixture with this number. `look` gets the number of finished fixtures.
  func report(_ number: Int, _ look: (Int) throws -> Void) throws -> FixtureReport {
    try queue.result(of: number) { done, _ in try look(done) }
  }

  /// Starts no more fixtures, and waits up to a second for the processes to end.
  func end() {
    queue.close()
    queue.wait(atMost: .seconds(1))
  }

  private static func report(
    on fixture: Fixture, _ decoding: DecodingPolicy, by slot: WorkerSlot,
    _ locator: CrashLocator
  ) throws -> FixtureReport {
    let log = try fixture.log()
    guard let expectations = try fixture.expectations() else {
      throw FixtureFailure.nothingExpected(of: fixture)
    }
    var task = WorkerTask(log.name, decoding: decoding)
    task.isObserved = true
    let question = Question(FixtureRequest(fixture, expectations), about: task)
    do {
      return try locator.locating(in: task) {
        try OutsideEnds.retrying {
          try slot.ensureRunning()
          return try slot.result(of: question)
        }
      }
    } catch let error as WorkerError {
      throw error.failure(of: log, isOneOfMany: true)
    }
  }
}
