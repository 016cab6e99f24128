import FluxTesting
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadValues
import ReplayTesting
import Testing

@testable import PlayheadReplay

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
        throw Enough()
      }
      #expect(throws: Enough.self) { try lookup(index) }
      #expect(looks == 1)
    }
  }
}

/// Indexes of logs that cannot be replayed to their end.
@Suite struct IndexEndTests {
  private let board: IndexedBoard

  init() throws { board = try IndexedBoard() }

  @Test func `an index ends before an action that does not fit, unless it is skipped by salvage`()
    throws
  {
    let builds = try Builds(
      old: { [Store("count", 0).on(Put.self) { $0 += $1.count }.on(Bump.self) { $0 += $1.by }] },
      new: { [Store("count", 0).on(Put.self) { $0 += $1.count }] }
    ) { dispatcher, _ in
      for _ in 0..<3 { dispatcher.dispatch(Put(count: 1)) }
      dispatcher.dispatch(Bump())
    }
    let index = try ChangeIndex(builds.replay(), in: nil)
    #expect(index.lastStep == 3 && index.end?.isIncompatibility == true)
    #expect(try index.history(of: StatePath("count"), at: 2).map(\.step) == [1, 2, 3])
    let salvaged = try ChangeIndex(builds.replay(.salvage), in: nil)
    #expect(salvaged.lastStep == 4 && salvaged.end == nil)
  }

  @Test func `an interrupted index build continues where it stopped`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) { try board.index { if $0 == 70 { throw Stop() } } }
    var first: Step?
    let index = try board.index { first = first ?? $0 }
    #expect(first == 71)
    #expect(try board.isRight(index))
  }

  @Test func `an index build that takes long continues in a file`() throws {
    var seen: [Step] = []
    let quick = try IndexBuilder(board.session.replay()).make(
      in: board.path, fileDelay: .seconds(600)
    ) { seen.append($0) }
    #expect(quick.file == nil && seen.count == 120)
    #expect(try board.folder.names == [])
    let replay = try board.session.replay()
    let long = try IndexBuilder(replay).make(in: board.path, fileDelay: .nanoseconds(1)) {
      seen.append($0)
    }
    #expect(long.file == board.path && replay.archive != nil && seen.count == 240)
    #expect(try board.isRight(ChangeIndex(long, of: replay)))
    #expect(try board.index { _ in Issue.record("made again") }.file == board.path)
  }
}
