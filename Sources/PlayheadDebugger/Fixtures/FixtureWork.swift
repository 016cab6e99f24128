import Foundation
import PlayheadReplay
import PlayheadTesting

/// Checks fixtures in other processes of this program, as many at once as there are cores: a store that traps, or a
/// handler that ends its process, costs the fixture and no other.
struct FixtureWork: Sendable {
  private let program: String
  private let isColoured: Bool

  /// Work for processes of `program`. Throws ``WitnessError`` if none can be started.
  init(_ program: String, isColoured: Bool) throws {
    (self.program, self.isColoured) = (program, isColoured)
    try post.man()
  }

  /// Starts with the fixtures of these logs; the board tells what becomes of them.
  func start(_ paths: [String]) -> WorkBoard<FixtureVerdict> {
    Crew().start(paths.count, threads: ProcessInfo.processInfo.activeProcessorCount) { _ in
      let post = post
      return { try verdict(on: paths[$0], by: post) }
    }
  }

  private var post: WitnessPost {
    WitnessPost { [program] in try WitnessProcess(program, under: .usual) }
  }

  private func verdict(on path: String, by post: WitnessPost) throws -> FixtureVerdict {
    do {
      try post.man()
      let answer = try post.result(of: .fixture(path: path, isColoured: isColoured))
      guard case .checked(let verdict) = answer else { throw WitnessError.misunderstood }
      return verdict
    } catch let error as WitnessError {
      let failure = try error.failure(of: Fixture(path: path).log())
      guard case .trapped(_?, _) = error else { throw failure }
      throw CommandFailure.trapInOne("\(failure)", log: path)
    }
  }
}
