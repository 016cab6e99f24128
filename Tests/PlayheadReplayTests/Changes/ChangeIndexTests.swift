import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import Testing

/// The index of changes, against every two consecutive states compared.
@Suite struct ChangeIndexTests {
  private static func session(_ count: Int, seed: UInt64) throws -> Session {
    var generator = Seeded(seed: seed)
    return try Session(making(Board.stores)) { dispatcher, _ in
      for _ in 0..<count { dispatcher.dispatch(Shuffle(number: generator.next())) }
    }
  }

  private static func states(_ session: Session) -> [Value] {
    session.live.keys.sorted().compactMap { session.live[$0] }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `the history of every path is what comparing all states gives`(seed: UInt64) throws {
    let session = try Self.session(150, seed: seed)
    let states = Self.states(session)
    let oracle = BruteForce(states)
    let index = try ChangeIndex(session.replay())
    var generator = Seeded(seed: seed)
    for _ in 0..<40 {
      let step = Int.random(in: 0..<states.count, using: &generator)
      let path = states[step].paths().randomElement(using: &generator) ?? Path()
      let history = try index.history(of: path, at: Step(UInt64(step))).map { Int($0.step.number) }
      let expected = oracle.before(path, step).reversed() + oracle.after(path, step)
      #expect(history == expected, "\(path) at \(step)")
      let last = try index.lastChange(of: path, atOrBefore: Step(UInt64(step)))
      #expect(last.map { Int($0.step.number) } == oracle.before(path, step).first)
      let next = try index.nextChange(of: path, after: Step(UInt64(step)))
      #expect(next.map { Int($0.step.number) } == oracle.after(path, step).first)
    }
  }

  @Test func `the values in the index are those of the states`() throws {
    let session = try Self.session(200, seed: 9)
    let states = Self.states(session)
    let index = try ChangeIndex(session.replay())
    var count = 0
    for path in states[200].paths() {
      for change in try index.history(of: path, at: 200) where change.value != nil {
        #expect(change.value == states[Int(change.step.number)].value(at: change.path))
        count += 1
      }
    }
    #expect(count > 100)
  }
}
