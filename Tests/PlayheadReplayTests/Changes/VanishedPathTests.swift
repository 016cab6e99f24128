import PlayheadReading
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import ReplayTesting
import Testing

/// Questions about places of the state that have a value at some steps only.
@Suite struct VanishedPathTests {
  /// A session of boards, and the paths that ever had a value, some of them.
  private struct Boards {
    let session: Session
    let inspector: Inspector
    let end: Step
    private let states: [Value]

    init(seed: UInt64) throws {
      let session = try Session(boards: 60, seed: seed)
      inspector = Inspector(session.log, stores: try session.replay())
      (self.session, end, states) = (session, session.log.lastStep, session.states)
    }

    /// Every fifth of the paths that had a value at a step and have none at `absent`.
    func paths(absentAt absent: Step) -> [StatePath] {
      let all = Set(states.flatMap { $0.paths() })
      let missing = all.filter { value(at: $0, absent) == nil }
      return missing.sorted { "\($0)" < "\($1)" }.enumerated().filter { $0.offset % 5 == 0 }
        .map(\.element)
    }

    func value(at path: StatePath, _ step: Step) -> Value? {
      states[Int(step.number)].value(at: path)
    }

    /// The last step, up to `step`, at which the value at a path went.
    func removal(of path: StatePath, upTo step: Step) -> Step? {
      (1...step.number).last {
        value(at: path, Step($0 - 1)) != nil && value(at: path, Step($0)) == nil
      }.map { Step($0) }
    }

    /// The first step after `step` at which a value came to a path.
    func arrival(at path: StatePath, after step: Step) -> Step? {
      (step.number + 1...end.number).first { value(at: path, Step($0)) != nil }.map { Step($0) }
    }

    func history(_ path: StatePath, at step: Step, last: Int? = nil) throws -> [ValueChange] {
      var seen: [ValueChange] = []
      _ = try inspector.ask(HistoryRequest(of: path, at: step, limit: last)) { seen.append($0) }
      return seen
    }
  }

  @Test(arguments: 0..<2 as Range<UInt64>)
  func `blame and history of a removed value name the action that removed it`(seed: UInt64) throws {
    let boards = try Boards(seed: seed)
    let paths = boards.paths(absentAt: boards.end)
    #expect(paths.count > 3)
    for path in paths {
      let removal = try #require(boards.removal(of: path, upTo: boards.end))
      let before = try #require(removal.previous)
      var parts: [BlameRequest.Part] = []
      let answer = try boards.inspector.ask(BlameRequest(of: boards.end, at: path)) {
        parts.append($0)
      }
      #expect(answer.value == nil)
      #expect(parts.map(\.step) == [removal], "\(path)")
      #expect(parts.first?.removed == boards.value(at: path, before), "\(path)")

      let history = try boards.history(path, at: boards.end)
      #expect(history.last?.new == nil && history.last?.old != nil, "\(path)")
      let one = try boards.history(path, at: boards.end, last: 1)
      #expect(one == history.suffix(1), "\(path)")
      let last = try boards.inspector.ask(LastChangeRequest(of: path, atOrBefore: boards.end))
      #expect(last.change?.step == history.last?.step, "\(path)")
    }
  }

  @Test(arguments: 0..<2 as Range<UInt64>)
  func `the history of a path without a value yet begins with the action that adds one`(
    seed: UInt64
  ) throws {
    let boards = try Boards(seed: seed)
    let step: Step = 8
    var count = 0
    for path in boards.paths(absentAt: step)
    where boards.removal(of: path, upTo: step) == nil {
      let arrival = try #require(boards.arrival(at: path, after: step))
      let history = try boards.history(path, at: step)
      #expect(history.first?.step == arrival && history.first?.old == nil, "\(path)")
      count += 1
    }
    #expect(count > 3)
  }
}
