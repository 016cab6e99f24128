import FluxTesting
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import ReplayTesting
import Testing

/// The index of changes, against every two consecutive states compared.
@Suite struct ChangeIndexTests {
  @Test(arguments: 1...(Soak.isOn ? 4 : 2) as ClosedRange<UInt64>)
  func `old and new values along a path's history match the states`(seed: UInt64) throws {
    let session = try Session(boards: 120, seed: seed)
    let states = session.states
    let oracle = BruteForce(states)
    let replay = try session.replay()
    let index = try ChangeIndex(replay)
    var generator = Seeded(seed: seed)
    for _ in 0..<40 {
      let step = Int.random(in: 0..<states.count, using: &generator)
      let path = states[step].paths().randomElement(using: &generator) ?? StatePath()
      var walk = try index.changes(of: path, atOrBefore: Step(UInt64(step)))
      var met: [[Value?]] = []
      while let change = try walk.previous() {
        let old = try replay.value(before: change, at: walk.path)
        met.append([old, try replay.value(after: change)])
      }
      #expect(met == oracle.values(path, step, in: states), "\(path) at \(step)")
    }
  }

  @Test(arguments: 1...(Soak.isOn ? 6 : 2) as ClosedRange<UInt64>)
  func `the index's history and blame match a comparison of all states, with several window sizes`(
    seed: UInt64
  )
    throws
  {
    let session = try Session(boards: 150, seed: seed)
    let states = session.states
    let oracle = BruteForce(states)
    var policy = CheckpointPolicy()
    policy.spacing = .zero
    let indexes = [
      try ChangeIndex(session.replay()),
      try ChangeIndex(Replay(session.log, with: session.player(), policy: policy), in: nil),
      ChangeIndex(withoutPassOf: try session.replay(), windowSteps: 4),
      ChangeIndex(withoutPassOf: try session.replay()),
    ]
    var generator = Seeded(seed: seed)
    for _ in 0..<20 {
      let step = Int.random(in: 0..<states.count, using: &generator)
      let path = states[step].paths().randomElement(using: &generator) ?? StatePath()
      for index in indexes {
        #expect(try index.disagreement(with: oracle, about: path, at: step) == nil)
      }
    }
    for index in indexes {
      for step in [0, 75, 150] {
        #expect(try index.blameDisagreement(with: oracle, about: states[step], of: step) == nil)
      }
    }
  }

  @Test func `a callback that throws stops a lookup in the change index`() throws {
    struct Enough: Error {}
    let path = try StatePath("board.lists[0]")
    let lookups: [(ChangeIndex) throws -> Void] = [
      { _ = try $0.nextTouch(of: path, after: 0) },
      { _ = try $0.lastTouch(of: path, atOrBefore: 120) },
      { _ = try $0.laterChanges(of: path, after: 0) },
      { index in
        var walk = try index.changes(of: path, atOrBefore: 120)
        while try walk.previous() != nil {}
      },
    ]
    let replay = try Session(boards: 120, seed: 11).replay()
    for lookup in lookups {
      replay.onStep = { _ in }
      let index = try ChangeIndex(replay)
      var looks = 0
      replay.onStep = { _ in
        looks += 1
        if looks > 3 { throw Enough() }
      }
      #expect(throws: Enough.self) { try lookup(index) }
      #expect(looks == 4)
    }
  }
}
