import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import ReplayTesting
import Testing

/// Changes at a place, walks back along the changes of a value, and diffs, against whole states compared.
@Suite struct FixedPathChangeTests {
  private let states: [Value]
  private let replay: Replay
  private let index: ChangeIndex

  init() throws {
    var generator = Seeded(seed: 11)
    let session = try Session(making(Board.stores)) { dispatcher, _ in
      for _ in 0..<120 { dispatcher.dispatch(Shuffle(number: generator.next())) }
    }
    states = session.live.keys.sorted().compactMap { session.live[$0] }
    replay = try session.replay()
    index = try ChangeIndex(replay)
  }

  /// Where what is at a path becomes another, as all states tell.
  private func changes(at path: StatePath) -> [FixedPathChange] {
    states.indices.dropFirst().compactMap { step in
      let (old, new) = (states[step - 1].value(at: path), states[step].value(at: path))
      return old == new
        ? nil : FixedPathChange(step: Step(UInt64(step)), path: path, old: old, new: new)
    }
  }

  @Test(arguments: ["board.lists[0][1].title", "board.names", "last", "board", ""])
  func `the change index finds the changes at a path forward and backward`(text: String) throws {
    let path = try text.isEmpty ? StatePath() : StatePath(text)
    let expected = changes(at: path)
    #expect(!expected.isEmpty)
    var step: Step = 0
    var found: [FixedPathChange] = []
    while let change = try index.nextChange(at: path, after: step) {
      found.append(change)
      step = change.step
    }
    #expect(found == expected)
    step = 121
    var back: [FixedPathChange] = []
    while let change = try index.previousChange(at: path, before: step) {
      back.append(change)
      step = change.step
    }
    #expect(back.reversed() == expected)
  }

  private struct Enough: Error {}

  @Test func `a callback that throws stops a lookup in the change index`() throws {
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
    defer { replay.onStep = { _ in } }
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

  @Test func `a diff of two steps equals the diff of their whole states`() throws {
    var generator = Seeded(seed: 3)
    for _ in 0..<20 {
      let from = Int.random(in: 0...120, using: &generator)
      let to = Int.random(in: 0...120, using: &generator)
      let diff = try replay.diff(from: Step(UInt64(from)), to: Step(UInt64(to)))
      let expected = Diff(from: states[from], to: states[to])
      #expect(diff == expected && diff.text() == expected.text())
    }
  }
}
