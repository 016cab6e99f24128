import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import Testing

/// What a worker says to one request.
private enum Line {
  case ready
  case holds(played: UInt64)
  case trap(step: Step, reason: String)

  func answer() throws -> any Sendable {
    switch self {
    case .ready: return EmptyAnswer()
    case .holds(let played): return TrialResult(holds: true, playedCount: played)
    case .trap(let step, let reason):
      throw WorkerError.ended(.init(kind: .trap, reason: reason, place: .init(step: step)))
    }
  }
}

/// A worker that gives these answers, one after the other, and fails behind the last.
private final class ScriptedWorker: WorkerChannel {
  var limit: Duration?
  private(set) var limits: [Duration?] = []
  private(set) var requests: [any WorkerRequest] = []
  private var lines: [Line]
  private let end: WorkerError

  init(_ lines: [Line], end: WorkerError = .lost("it exited with code 3")) {
    (self.lines, self.end) = (lines, end)
  }

  func ask(_ request: some WorkerRequest) throws {
    requests.append(request)
    limits.append(limit)
  }

  func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer {
    guard !lines.isEmpty else { throw end }
    return try #require(lines.removeFirst().answer() as? Request.Answer)
  }

  var shrinks: Int { requests.count { $0 is ShrinkTask } }
}

@Suite struct WorkerSlotTests {
  /// A predicate whose workers are these, one after the other.
  private func predicate(
    _ workers: [ScriptedWorker], leastLimit: Duration = .seconds(7)
  ) throws -> WorkerPredicate {
    let session = try Vault.session([1], of: 20, seed: 1)
    var rest = workers[...]
    let slot = WorkerSlot {
      guard let next = rest.popFirst() else { throw WorkerError.lost("no more") }
      return next
    }
    let task = ShrinkTask(ReplaySpec("session", decoding: .usual), run: 0...20, .holds("1"))
    return WorkerPredicate(
      SessionTrials([(slot, task)], leastLimit: leastLimit), session.log, in: 0...20)
  }

  private let session = ShrunkSession([1, 2])

  @Test(arguments: [
    WorkerError.lost("it exited with code 3"),
    .ended(.init(kind: .silence, reason: "it made no progress for")),
  ])
  func `shrinking replaces a worker process that exits or hangs and counts that trial as failed`(
    end: WorkerError
  ) throws {
    let first = ScriptedWorker([.ready, .holds(played: 2)], end: end)
    let second = ScriptedWorker([.ready, .holds(played: 5)])
    let predicate = try predicate([first, second])
    #expect(try predicate.holds(for: session))
    #expect(try !predicate.holds(for: session), "what does not end does not hold")
    #expect(try predicate.holds(for: session))
    #expect(first.shrinks == 1 && second.shrinks == 1 && predicate.playedCount == 7)
  }

  @Test
  func `when shrinking, each trial but the first has a time limit, and starting a worker has none`()
    throws
  {
    let workers = [
      ScriptedWorker([
        .ready, .holds(played: 2), .holds(played: 2), .trap(step: 2, reason: "a trap"),
      ]),
      ScriptedWorker([.ready, .holds(played: 2)]),
    ]
    let predicate = try predicate(workers)
    for holds in [true, true, false, true] { #expect(try predicate.holds(for: session) == holds) }
    let limits = workers.flatMap(\.limits)
    #expect(limits.map { $0 == nil } == [true, true, false, false, true, false])
    #expect(limits.compactMap(\.self).allSatisfy { $0 >= .seconds(7) })
    #expect(workers.map(\.shrinks) == [1, 1], "the process behind a trap knows of no log")
  }

  /// A predicate of a session that traps at its third action, the only `Insert`; its worker then gives these
  /// answers.
  private func predicate(ofCrash lines: Line...) throws -> any ShrinkPredicate {
    let recorded = try Session(Vault.make([])) { dispatcher, _ in
      dispatcher.dispatch(Press(key: 1))
      dispatcher.dispatch(Press(key: 2))
      dispatcher.dispatch(Insert(coins: [1]))
    }
    let worker = ScriptedWorker(
      [.ready, .trap(step: 3, reason: "a trap")] + lines.flatMap { [.ready, $0] })
    let shrinker = try Shrinker(
      crashOf: recorded.log, ReplaySpec("session", decoding: .usual), at: WorkerSlot { worker },
      payload: { _ in nil })
    return try #require(shrinker).predicate
  }

  @Test func `a smaller session has the same crash only if its last action crashes the same way`()
    throws
  {
    let predicate = try predicate(
      ofCrash: .trap(step: 2, reason: "a trap"), .trap(step: 2, reason: "another trap"),
      .trap(step: 2, reason: "a trap"), .trap(step: 1, reason: "a trap"))
    #expect(try predicate.holds(for: ShrunkSession([1, 3])))
    #expect(try !predicate.holds(for: ShrunkSession([1, 3])), "another trap")
    #expect(try !predicate.holds(for: ShrunkSession([1, 2])), "another type of action")
    #expect(try !predicate.holds(for: ShrunkSession([2, 3])), "an action before the last")
  }

  @Test func `a shrinking trial throws if no other worker process can be started`() throws {
    let predicate = try predicate([ScriptedWorker([.ready])])
    #expect(try !predicate.holds(for: session))
    #expect(throws: WorkerError.self) { try predicate.holds(for: session) }
  }
}
