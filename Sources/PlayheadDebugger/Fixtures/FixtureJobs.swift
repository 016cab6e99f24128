import Foundation
import PlayheadReplay
import PlayheadTesting

/// Checks fixtures in other processes of this program, as many at once as there are cores: a store that traps, or a
/// handler that ends its process or never ends, costs the fixture and no other.
struct FixtureJobs {
  private let queue: JobQueue<FixtureVerdict>
  private let jobThreads = JobThreads()

  /// Starts with the fixtures of these logs, in processes of `program`, in which a step may take so many seconds of
  /// `patience`. Throws ``WorkerError`` if none can be started.
  init(_ program: String, on paths: [String], patience: Int) throws {
    let spawn = { @Sendable in FixtureWorker(program, patience: patience) }
    try spawn().ensureRunning()
    queue = jobThreads.start(paths.count, threads: ProcessInfo.processInfo.activeProcessorCount) {
      _ in
      let worker = spawn()
      return { try worker.verdict(on: paths[$0]) }
    }
  }

  /// Waits for what becomes of a fixture, by its number; tells `look` now and then how many are done.
  func verdict(_ number: Int, _ look: (Int) -> Void) throws -> FixtureVerdict {
    try queue.result(of: number) { done, _ in look(done) }
  }

  /// Begins with no other fixture, and waits a moment for the processes to end.
  func end() {
    queue.close()
    jobThreads.wait(atMost: .seconds(1))
  }
}

/// Checks one fixture after the other in another process.
private final class FixtureWorker {
  private let slot: WorkerSlot

  init(_ program: String, patience: Int) {
    slot = WorkerSlot(limit: .seconds(patience)) { try WorkerProcess(program, under: .usual) }
  }

  /// Makes sure that there is a process.
  func ensureRunning() throws { try slot.ensureRunning() }

  /// What becomes of a fixture.
  func verdict(on path: String) throws -> FixtureVerdict {
    do {
      do {
        return try answer(on: path)
      } catch WorkerError.lost {
        // It may not have been the handler that ended the process.
        return try answer(on: path)
      }
    } catch let error as WorkerError {
      let failure = try error.failure(of: Fixture(path: path).log())
      guard case .trapped(_?, _, _) = error else { throw failure }
      throw CommandFailure.trapInOne("\(failure)", log: path)
    }
  }

  private func answer(on path: String) throws -> FixtureVerdict {
    try slot.ensureRunning()
    let answer = try slot.result(of: .fixture(path: path))
    guard case .checked(let verdict) = answer else { throw WorkerError.misunderstood }
    return verdict
  }
}
