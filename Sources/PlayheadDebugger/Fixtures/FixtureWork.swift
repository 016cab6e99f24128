import Foundation
import PlayheadReplay
import PlayheadTesting

/// Checks fixtures in other processes of this program, as many at once as there are cores: a store that traps, or a
/// handler that ends its process or never ends, costs the fixture and no other.
struct FixtureWork {
  private let board: WorkBoard<FixtureVerdict>
  private let crew = Crew()

  /// Starts with the fixtures of these logs, in processes of `program`, in which a step may take so many seconds of
  /// `patience`. Throws ``WitnessError`` if none can be started.
  init(_ program: String, on paths: [String], patience: Int) throws {
    let hire = { @Sendable in FixtureWitness(program, patience: patience) }
    try hire().man()
    board = crew.start(paths.count, threads: ProcessInfo.processInfo.activeProcessorCount) { _ in
      let witness = hire()
      return { try witness.verdict(on: paths[$0]) }
    }
  }

  /// Waits for what becomes of a fixture, by its number; tells `look` now and then how many are done.
  func verdict(_ number: Int, _ look: (Int) -> Void) throws -> FixtureVerdict {
    try board.result(of: number) { done, _ in look(done) }
  }

  /// Begins with no other fixture, and waits a moment for the processes to end.
  func end() {
    board.close()
    crew.wait(atMost: .seconds(1))
  }
}

/// Checks one fixture after the other in another process.
private final class FixtureWitness {
  private let post: WitnessPost

  init(_ program: String, patience: Int) {
    post = WitnessPost(limit: .seconds(patience)) { try WitnessProcess(program, under: .usual) }
  }

  /// Makes sure that there is a process.
  func man() throws { try post.man() }

  /// What becomes of a fixture.
  func verdict(on path: String) throws -> FixtureVerdict {
    do {
      do {
        return try answer(on: path)
      } catch WitnessError.lost {
        // It may not have been the handler that ended the process.
        return try answer(on: path)
      }
    } catch let error as WitnessError {
      let failure = try error.failure(of: Fixture(path: path).log())
      guard case .trapped(_?, _, _) = error else { throw failure }
      throw CommandFailure.trapInOne("\(failure)", log: path)
    }
  }

  private func answer(on path: String) throws -> FixtureVerdict {
    try post.man()
    let answer = try post.result(of: .fixture(path: path))
    guard case .checked(let verdict) = answer else { throw WitnessError.misunderstood }
    return verdict
  }
}
