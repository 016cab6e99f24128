import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadValues
import ReplayTesting
import Testing

@testable import PlayheadReplay

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
