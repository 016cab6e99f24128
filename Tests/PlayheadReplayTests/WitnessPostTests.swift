import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import Testing

/// A witness that gives these answers, one after the other, and fails behind the last.
private final class ScriptedWitness: WitnessChannel {
  var limit: Duration?
  private(set) var limits: [Duration?] = []
  private(set) var requests: [WitnessRequest] = []
  private var answers: [WitnessAnswer]
  private let end: WitnessError

  init(_ answers: [WitnessAnswer], end: WitnessError = .lost(reason: "it ended with 3")) {
    (self.answers, self.end) = (answers, end)
  }

  func ask(_ request: WitnessRequest) throws {
    requests.append(request)
    limits.append(limit)
  }

  func answer() throws -> WitnessAnswer {
    guard !answers.isEmpty else { throw end }
    return answers.removeFirst()
  }

  var shrinks: Int {
    requests.count { if case .shrink = $0 { true } else { false } }
  }
}

@Suite struct WitnessPostTests {
  /// A judge whose witnesses are these, one after the other.
  private func judge(
    _ witnesses: [ScriptedWitness], patience: Duration = .seconds(7)
  ) throws -> WitnessJudge {
    let session = try Vault.session([1], of: 20, seed: 1)
    var rest = witnesses[...]
    let post = WitnessPost {
      guard let next = rest.popFirst() else { throw WitnessError.lost(reason: "no more") }
      return next
    }
    let task = ShrinkTask(WitnessTask("session", reading: .usual), run: 0...20, .holds("1"))
    return WitnessJudge(
      SessionTrials([(post, task)], patience: patience), session.log, in: 0...20)
  }

  private let session = ShrunkSession([1, 2])

  @Test(arguments: [WitnessError.lost(reason: "it ended with 3"), .silent(for: .seconds(7))])
  func `who ends, or never comes to an end, is followed by another`(end: WitnessError) throws {
    let first = ScriptedWitness([.ready, .holds(true, played: 2)], end: end)
    let second = ScriptedWitness([.ready, .holds(true, played: 5)])
    let judge = try judge([first, second])
    #expect(try judge.holds(for: session))
    #expect(try !judge.holds(for: session), "what does not end does not hold")
    #expect(try judge.holds(for: session))
    #expect(first.shrinks == 1 && second.shrinks == 1 && judge.playedCount == 7)
  }

  @Test func `all but the first session and getting ready have a limit`() throws {
    let witness = ScriptedWitness([
      .ready, .holds(true, played: 2), .holds(true, played: 2),
      .trapped(step: 2, reason: "a trap"), .ready, .holds(true, played: 2),
    ])
    let judge = try judge([witness])
    for holds in [true, true, false, true] { #expect(try judge.holds(for: session) == holds) }
    #expect(witness.limits.map { $0 == nil } == [true, true, false, false, true, false])
    #expect(witness.limits.compactMap(\.self).allSatisfy { $0 >= .seconds(7) })
    #expect(witness.shrinks == 2, "the process behind a trap knows of no log")
  }

  /// A judge of a session that traps at its third action, the only `Insert`; its witness then gives these
  /// answers.
  private func judge(ofCrash answers: WitnessAnswer...) throws -> any ShrinkJudge {
    let recorded = try Session(Vault.make([])) { dispatcher, _ in
      dispatcher.dispatch(Press(key: 1))
      dispatcher.dispatch(Press(key: 2))
      dispatcher.dispatch(Insert(coins: [1]))
    }
    let witness = ScriptedWitness(
      [.ready, .trapped(step: 3, reason: "a trap")] + answers.flatMap { [.ready, $0] })
    let shrinker = try Shrinker(
      crashOf: recorded.log, recorded.player(), WitnessTask("session", reading: .usual),
      at: WitnessPost { witness })
    return try #require(shrinker).judge
  }

  @Test func `a smaller session crashes alike with the same trap of the same action at its end`()
    throws
  {
    let judge = try judge(
      ofCrash: .trapped(step: 2, reason: "a trap"), .trapped(step: 2, reason: "another trap"),
      .trapped(step: 2, reason: "a trap"), .trapped(step: 1, reason: "a trap"))
    #expect(try judge.holds(for: ShrunkSession([1, 3])))
    #expect(try !judge.holds(for: ShrunkSession([1, 3])), "another trap")
    #expect(try !judge.holds(for: ShrunkSession([1, 2])), "another type of action")
    #expect(try !judge.holds(for: ShrunkSession([2, 3])), "an action before the last")
  }

  @Test func `where there can be no other witness the work ends`() throws {
    let judge = try judge([ScriptedWitness([.ready])])
    #expect(try !judge.holds(for: session))
    #expect(throws: WitnessError.self) { try judge.holds(for: session) }
  }
}
