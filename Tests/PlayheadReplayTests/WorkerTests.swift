import PlayheadFlux
import PlayheadInspector
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct WorkerTests {
  private func record(
    _ stores: @escaping () -> [any AnyStore], _ actions: [any Action]
  ) throws -> Session {
    try Session(
      making(inputs: .live, stores), RecordingOptions(digests: .never)
    ) { dispatcher, _ in
      for action in actions { dispatcher.dispatch(action) }
    }
  }

  private func puts(_ count: Int) -> [any Action] {
    (1...count).map { Put(sku: "sku \($0)", count: $0) }
  }

  /// A session at whose 21st step a list gets the order of a set.
  private func unordered() throws -> Session {
    try record(
      {
        let names = Store("names", Set<String>()).on(Put.self) { $0.insert($1.sku) }
        let list = Store("list", [String](), after: [names])
          .on(Take.self) { list, _, _ in list = Array(names.state) }
        return [names, list]
      }, puts(20) + [Take()] + puts(10))
  }

  @Test func `workers find a difference that is gone one step later`() throws {
    let session = try record(
      {
        let names = Store("names", Set<String>()).on(Put.self) { $0.insert($1.sku) }
        let list = Store("list", [String](), after: [names])
          .on(Take.self) { list, _, _ in list = Array(names.state) }
          .on(Put.self) { list, _ in list = [] }
        return [names, list]
      }, puts(20) + [Take()] + puts(10))
    let workers = (0..<2).map { _ in LocalWorker(session.log, session.player) }
    let tasks = workers.map { _ in ReplaySpec("session", decoding: .usual) }
    let difference = try #require(LockStep(workers).run(tasks).difference)
    #expect(difference.step == 21 && difference.lastAgreed == 20)
  }

  /// A session of large states, which are compared rarely, at whose 1,001st step a list gets the order of a set.
  private func unorderedAmongLargeStates() throws -> Session {
    try record(
      {
        let names = Store("names", Set((1...20).map { "name \($0)" }))
        let list = Store("list", [String](), after: [names])
          .on(Take.self) { list, _, _ in list = Array(names.state) }
        let ballast = Store("ballast", String(repeating: "x", count: 200_000))
        let last = Store("last", "").on(Put.self) { $0 = $1.sku }
        return [names, list, ballast, last]
      }, puts(1_000) + [Take()] + puts(1_000))
  }

  @Test func `workers that compare rarely go back to find the first different step`() throws {
    let session = try unorderedAmongLargeStates()
    let workers = (0..<2).map { _ in LocalWorker(session.log, session.player) }
    let tasks = workers.map { _ in ReplaySpec("session", decoding: .usual) }
    let difference = try #require(LockStep(workers).run(tasks).difference)
    #expect(difference.step == 1_001 && difference.lastAgreed == 1_000)
    #expect(difference.storeName == "list")
  }

  @Test func `a difference stands if a worker ends on the way back`() throws {
    let session = try unorderedAmongLargeStates()
    let workers = [
      LocalWorker(session.log, session.player), ForwardWorker(session.log, session.player),
    ]
    let tasks = workers.map { _ in ReplaySpec("session", decoding: .usual) }
    let difference = try #require(LockStep(workers).run(tasks).difference)
    let agreed = try #require(difference.lastAgreed)
    #expect(agreed < 1_001 && difference.step > 1_001 && difference.storeName == "list")
  }

  @Test func `a request with unknown fields is read, and one that lacks a field is refused`() throws
  {
    struct OtherTask: Codable {
      var speed = 9
      var perturbations = ["thread"]
      var decoding = "usual"
      var log = "a"
      var (isByName, isObserved, decodesAhead) = (true, false, false)
    }
    let bytes = try WorkerCoding.bytes(OtherTask())
    let task = try WorkerCoding.value(ReplaySpec.self, bytes)
    #expect(
      task.log == "a" && task.perturbations == [.thread] && task.isByName && task.bytes == nil)
    #expect(throws: DecodingError.self) { try WorkerCoding.value(ShrinkTask.self, bytes) }
  }

  @Test
  func `a determinism check keeps its finding if no process can be started to find the cause`()
    throws
  {
    let session = try unordered()
    func worker() -> LocalWorker { LocalWorker(session.log, session.player) }
    let check = LogCheck([(worker(), []), (worker(), [])], inspector: worker()) { _ in
      throw WorkerError.notStarted(reason: "too many processes")
    }
    let finding = try check.run(ReplaySpec("session", decoding: .usual), session.log)
    #expect(finding.divergence?.step == 21 && finding.lastAgreed == 20)
    #expect(finding.differentStates == 2, "what differs between workers comes first")
    #expect(finding.cause?.kinds == [.unknown])
    #expect(finding.cause?.obstacle == "no other process could be started: too many processes")
  }

  @Test func `a determinism check reports a shared object before the difference that it causes`()
    throws
  {
    let session = try record(
      {
        [Store("box", ["box": Box()]).on(Take.self) { state, _ in state["box"]?.number += 1 }]
      }, puts(5) + [Take()] + puts(2))
    func worker() -> LocalWorker { LocalWorker(session.log, session.player) }
    let check = LogCheck(
      [(worker(), []), (worker(), [.doubleApplication])], inspector: worker()
    ) { _ in throw WorkerError.notStarted(reason: "too many processes") }
    let finding = try check.run(ReplaySpec("session", decoding: .usual), session.log)
    #expect(finding.divergence?.step == 6 && finding.divergence?.evidence == .sharedOverTime)
    #expect(finding.cause?.kinds == [.sharedReference])
  }

  private static func lie<Answer>(_ change: @escaping (inout Answer) -> Void) -> (Any) -> Any {
    { answer in
      guard var other = answer as? Answer else { return answer }
      change(&other)
      return other
    }
  }

  /// What a child process may answer that is not what it was asked.
  private static var lies: [(Any) -> Any] {
    [
      lie { (opened: inout OpenedLog) in opened.stores.append("x") },
      lie { (opened: inout OpenedLog) in opened.runs = [0...3] },
      lie { (opened: inout OpenedLog) in opened.runs = [5...9, 0...3] },
      lie { (opened: inout OpenedLog) in opened.runs = [0...Step(.max)] },
      lie { (digests: inout [StepDigests]) in
        for place in digests.indices { digests[place].stores = [] }
      },
      lie { (digests: inout [StepDigests]) in
        for place in digests.indices { digests[place].step = Step(.max) }
      },
      lie { (reached: inout ReachedStep) in reached.bytes = -1 },
    ]
  }

  @Test(arguments: lies.indices)
  private func `false answers of a worker are errors, never crashes`(number: Int) throws {
    let session = try unordered()
    let workers = [
      LyingWorker(session.log, session.player, Self.lies[number]),
      LocalWorker(session.log, session.player),
    ]
    let tasks = workers.map { _ in ReplaySpec("session", decoding: .usual) }
    // At any place.
    for workers in [workers, workers.reversed()] {
      #expect(throws: WorkerError.self) { try LockStep(workers).run(tasks) }
    }
  }

  @Test func `no two worker requests have the same name`() {
    let names = (WorkerContext.requests + Inspector.calls).map { "\($0)" }
    #expect(Set(names).count == names.count)
  }
}
