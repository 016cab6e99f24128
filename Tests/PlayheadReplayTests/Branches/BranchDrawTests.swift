import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

private struct Roll: Action { var sides = 6 }
private struct Load: Action { var isLoaded = true }

/// Dice that are thrown twice where they are loaded.
private struct Throws: Codable, Sendable {
  var isLoaded = false
  var numbers: [UInt64] = []
  var dates: [Date] = []
}

@Suite struct BranchDrawTests {
  private func make() throws -> Dispatcher {
    try making {
      [
        Store("throws", Throws())
          .on(Load.self) { state, load in state.isLoaded = load.isLoaded }
          .on(Roll.self) { state, roll, context in
            state.numbers.append(context.random(in: 0...UInt64.max))
            if state.isLoaded { state.dates.append(context.now) }
          }
      ]
    }()
  }

  private func session() throws -> Session {
    try Session(make, .exact) { dispatcher, _ in
      dispatcher.dispatch(Load())
      for _ in 0..<3 { dispatcher.dispatch(Roll()) }
    }
  }

  private func numbers(_ branch: Branch, at step: Step) throws -> [Value] {
    guard
      case .list(let numbers)? = try branch.state(at: step).value(at: StatePath("throws.numbers"))
    else { return [] }
    return numbers
  }

  @Test func `actions in a branch keep their recorded inputs, and unused inputs are reported`()
    throws
  {
    let session = try session()
    var branch = Branch(of: try session.replay())
    try branch.skip(1)
    let old = try #require(session.live[4]?.value(at: StatePath("throws.numbers")))
    #expect(try branch.state(at: 3).value(at: StatePath("throws.numbers")) == old)
    let first = try #require(branch.firstDrawFault)
    #expect(first == (1, .leftOver(count: 1)))
  }

  @Test func `inputs that the log lacks come from a seed, in whatever order steps are visited`()
    throws
  {
    let session = try Session(make, .exact) { dispatcher, _ in
      for _ in 0..<6 { dispatcher.dispatch(Roll()) }
    }
    func branch(seed: UInt64) throws -> Branch {
      var branch = Branch(of: try session.replay(), seed: seed)
      let payload = Value.fields(("isLoaded", .bool(true)))
      try branch.insert("Load", payload: payload, after: 2)
      try branch.insert("Roll", payload: .fields(("sides", .int(6))), after: 4)
      return branch
    }
    let (first, second, other) = try (branch(seed: 1), branch(seed: 1), branch(seed: 2))
    let end = try first.state(at: 8)
    for step in (0...8).reversed() { _ = try second.state(at: Step(UInt64(step))) }
    #expect(try second.state(at: 8) == end)
    #expect(try other.state(at: 8) != end)
    // What was inserted, in front of it, has nothing that it could differ from.
    let fault = try #require(first.firstDrawFault)
    #expect(fault == (4, .mismatch(index: 1, asked: .date, found: nil)))
  }

  @Test func `a saved branch records the inputs that its actions used`() throws {
    let session = try session()
    var branch = Branch(of: try session.replay())
    try branch.insert("Roll", payload: .fields(("sides", .int(4))), after: 1)
    try branch.insert("Load", payload: .fields(("isLoaded", .bool(false))), after: 2)
    let log = try branch.saved()
    #expect(try log.entry(at: 2).draws().count == 2)
    let replay = try Replay(log, with: session.player())
    for step in 0...branch.lastStep.number {
      #expect(try replay.state(at: Step(step)) == branch.state(at: Step(step)))
    }
    #expect(replay.firstDrawFault == nil)
    #expect(try numbers(branch, at: branch.lastStep).count == 4)
  }
}
