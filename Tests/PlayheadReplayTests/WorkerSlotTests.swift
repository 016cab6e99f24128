import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import Testing

/// A worker that gives these answers, one after the other, and fails behind the last.
private final class ScriptedWorker: WorkerChannel {
  var limit: Duration?
  private(set) var limits: [Duration?] = []
  private(set) var requests: [WorkerRequest] = []
  private var answers: [WorkerAnswer]
  private let end: WorkerError

  init(_ answers: [WorkerAnswer], end: WorkerError = .lost(reason: "it ended with 3")) {
    (self.answers, self.end) = (answers, end)
  }

  func ask(_ request: WorkerRequest) throws {
    requests.append(request)
    limits.append(limit)
  }

  func answer() throws -> WorkerAnswer {
    guard !answers.isEmpty else { throw end }
    return answers.removeFirst()
  }

  var shrinks: Int {
    requests.count { if case .shrink = $0 { true } else { false } }
  }
}

@Suite struct WorkerSlotTests {
  /// A predicate whose workers are these, one after the other.
  private func predicate(
    _ workers: [ScriptedWorker], patience: Duration = .seconds(7)
  ) throws -> WorkerPredicate {
    let session = try Vault.session([1], of: 20, seed: 1)
    var rest = workers[...]
    let slot = WorkerSlot {
      guard let next = rest.popFirst() else { throw WorkerError.lost(reason: "no more") }
      return next
    }
    let task = ShrinkTask(WorkerTask("session", reading: .usual), run: 0...20, .holds("1"))
    return WorkerPredicate(
      SessionTrials([(slot, task)], patience: patience), session.log, in: 0...20)
  }

  private let session = ShrunkSession([1, 2])

  @Test(arguments: [WorkerError.lost(reason: "it ended with 3"), .silent(for: .seconds(7))])
  func `who ends, or never comes to an end, is followed by another`(end: WorkerError) throws {
    let first = ScriptedWorker([.ready, .holds(true, played: 2)], end: end)
    let second = ScriptedWorker([.ready, .holds(true, played: 5)])
    let predicate = try predicate([first, second])
    #expect(try predicate.holds(for: session))
    #expect(try !predicate.holds(for: session), "what does not end does not hold")
    #expect(try predicate.holds(for: session))
    #expect(first.shrinks == 1 && second.shrinks == 1 && predicate.playedCount == 7)
  }

  @Test func `all but the first session and getting ready have a limit`() throws {
    let worker = ScriptedWorker([
      .ready, .holds(true, played: 2), .holds(true, played: 2),
      .trapped(step: 2, reason: "a trap"), .ready, .holds(true, played: 2),
    ])
    let predicate = try predicate([worker])
    for holds in [true, true, false, true] { #expect(try predicate.holds(for: session) == holds) }
    #expect(worker.limits.map { $0 == nil } == [true, true, false, false, true, false])
    #expect(worker.limits.compactMap(\.self).allSatisfy { $0 >= .seconds(7) })
    #expect(worker.shrinks == 2, "the process behind a trap knows of no log")
  }

  /// A predicate of a session that traps at its third action, the only `Insert`; its worker then gives these
  /// answers.
  private func predicate(ofCrash answers: WorkerAnswer...) throws -> any ShrinkPredicate {
    let recorded = try Session(Vault.make([])) { dispatcher, _ in
      dispatcher.dispatch(Press(key: 1))
      dispatcher.dispatch(Press(key: 2))
      dispatcher.dispatch(Insert(coins: [1]))
    }
    let worker = ScriptedWorker(
      [.ready, .trapped(step: 3, reason: "a trap")] + answers.flatMap { [.ready, $0] })
    let shrinker = try Shrinker(
      crashOf: recorded.log, recorded.player(), WorkerTask("session", reading: .usual),
      at: WorkerSlot { worker })
    return try #require(shrinker).predicate
  }

  @Test func `a smaller session crashes alike with the same trap of the same action at its end`()
    throws
  {
    let predicate = try predicate(
      ofCrash: .trapped(step: 2, reason: "a trap"), .trapped(step: 2, reason: "another trap"),
      .trapped(step: 2, reason: "a trap"), .trapped(step: 1, reason: "a trap"))
    #expect(try predicate.holds(for: ShrunkSession([1, 3])))
    #expect(try !predicate.holds(for: ShrunkSession([1, 3])), "another trap")
    #expect(try !predicate.holds(for: ShrunkSession([1, 2])), "another type of action")
    #expect(try !predicate.holds(for: ShrunkSession([2, 3])), "an action before the last")
  }

  @Test func `where there can be no other worker the work ends`() throws {
    let predicate = try predicate([ScriptedWorker([.ready])])
    #expect(try !predicate.holds(for: session))
    #expect(throws: WorkerError.self) { try predicate.holds(for: session) }
  }
}
