import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct SalvageTests {
  private struct Strict: Codable, Sendable { var price = 1 }

  /// Items (which the new build does not know, or cannot read) among puts, which it can: steps 2, 5 and
  /// 6 are items.
  private func builds(_ new: @escaping @Sendable () -> Store<Int>) throws -> Builds {
    try Builds(
      old: {
        [
          Store("count", 0).on(Put.self) { $0 += $1.count }.on(Old.Plain.self) { $0 += $1.count }
        ]
      }, new: { [new()] }, options: .exact
    ) { dispatcher, _ in
      for isKnown in [true, false, true, true, false, false, true] {
        if isKnown { dispatcher.dispatch(Put(count: 1)) } else { dispatcher.dispatch(Old.Plain()) }
      }
    }
  }

  private func unknowing() throws -> Builds {
    try builds { Store("count", 0).on(Put.self) { $0 += $1.count } }
  }

  @Test func `salvage skips exactly the unknown actions, and steps keep their numbers`() throws {
    #expect(try unknowing().values(at: "count", .salvage) == [0, 1, 1, 2, 3, 3, 3, 4])
    let replay = try unknowing().replay(.salvage)
    for (step, since) in [(7, 2), (1, nil), (2, 2), (0, nil), (7, 2)] as [(Step, Step?)] {
      try replay.go(to: step)
      #expect(replay.approximateSince == since, "step \(step)")
    }
    // Each is counted once.
    #expect(replay.incompatibilities.count == 3 && replay.incompatibilities.stores.isEmpty)
    #expect(replay.incompatibilities.actions.map(\.type) == [ActionType(name: "Item")])
    #expect(replay.incompatibilities.actions.map(\.first) == [2])
  }

  @Test func `a recorded state after a gap is exact again`() throws {
    let builds = try Builds(
      old: {
        [Store("count", 0).on(Put.self) { $0 += $1.count }.on(Old.Plain.self) { $0 += $1.count }]
      },
      new: { [Store("count", 0).on(Put.self) { $0 += $1.count }] }
    ) { dispatcher, recorder in
      dispatcher.dispatch(Old.Plain(count: 100))
      recorder.pause()
      dispatcher.dispatch(Old.Plain(count: 100))
      recorder.resume()
      dispatcher.dispatch(Put(count: 1))
    }
    let replay = try builds.replay(.salvage)
    try replay.go(to: 1)
    #expect(replay.approximateSince == 1)
    #expect(try replay.state(at: 3).value(at: StatePath("count")) == 201)
    #expect(replay.approximateSince == nil)
  }

  @Test func `salvage starts from the app's own state if the log's does not fit`() throws {
    let builds = try Builds.states(CartV1(items: ["A"]), as: Strict(price: 5))
    let replay = try builds.replay(.salvage)
    #expect(try replay.state().value(at: StatePath("cart.price")) == 5)
    #expect(replay.approximateSince == 0 && replay.incompatibilities.stores == ["cart"])
  }

  @Test
  func `a determinism check with salvage compares digests only until the first skipped action`()
    throws
  {
    #expect(try unknowing().divergence(.salvage) == nil)
    let wrong = try builds { Store("count", 0).on(Put.self) { $0 += $1.count * 2 } }
    #expect(try wrong.divergence(.salvage)?.step == 1)
  }
}

/// Logs that end within an action of a type that the app no longer has.
@Suite struct MissingTypeTests {
  struct Put: Codable { var number: Int }
  struct Take: Codable { var number: Int }
  struct Burst: Codable {}

  private func entry(knowsAll: Bool) -> AppEntry {
    AppEntry.reducer(
      "jar", initial: 0,
      actions: knowsAll ? [Put.self, Take.self, Burst.self] : [Put.self, Take.self]
    ) { (state: inout Int, action: Any) in
      state += (action as? Put)?.number ?? 100
    }
  }

  /// A log of three actions: the app stopped within the last one, a burst.
  private func log() throws -> LogReader {
    var state = 0
    let whole = try recorded(["jar"], [state], RecordingOptions()) { recording in
      for number in 1...2 {
        recording.record(Put(number: number)) {
          state += number
          return [state]
        }
      }
      recording.record(Burst()) {
        state += 100
        return [state]
      }
    }
    let replay = try Replay(whole, with: entry(knowsAll: true).player())
    replay.knownCrashes = [KnownCrash(step: 3, reason: "too much")]
    let log = try Branch(of: replay).saved()
    #expect(try !log.entry(at: 3).isHandled)
    return log
  }

  private let burst = ActionType(name: "PlayheadReplayTests.MissingTypeTests.Burst")

  @Test func `compat calls a log impossible if it stopped within an action of a missing type`()
    throws
  {
    let log = try log()
    let whole = try Compatibility(log, with: entry(knowsAll: true).player())
    #expect(whole.verdict == .fine)
    let found = try Compatibility(log, with: entry(knowsAll: false).player())
    #expect(found.verdict == .impossible)
    #expect(found.changes.map(\.fact) == [.unknownAtEnd] && found.changes.map(\.first) == [3])
    #expect(
      "\(found)".contains("the app has no such type, but the recorded app stopped within it"))
  }

  @Test(arguments: DecodingPolicy.allCases)
  func `a replay reports an unfinished action of a missing type`(decoding: DecodingPolicy) throws {
    let log = try log()
    func state() throws -> Replay {
      let replay = try Replay(log, with: entry(knowsAll: false).player(), decoding: decoding)
      try replay.go(to: 3)
      return replay
    }
    switch decoding {
    case .usual:
      let error = #expect(throws: ReplayError.self) { _ = try state() }
      #expect(error == .unknownType(burst, step: 3, isUnfinished: true))
      #expect("\(error.map { "\($0)" } ?? "")".contains("'actions' of an 'AppEntry'"))
    case .careful, .strict: #expect(throws: ReplayError.self) { _ = try state() }
    case .salvage:
      let skipped = try state().incompatibilities.count
      #expect(skipped == 1)
    }
  }

  @Test func `a crash search names an unfinished action of a missing type as the obstacle`() throws
  {
    let log = try log()
    let slot = WorkerSlot { LocalWorker(log) { try entry(knowsAll: false).player() } }
    let task = ReplaySpec(log.name, decoding: .usual)
    let error = #expect(throws: WorkerError.self) {
      _ = try Shrinker(crashOf: log, task, at: slot) { _ in nil }
    }
    guard case .failed(let failure)? = error else { throw Unexpected(String(describing: error)) }
    #expect(failure.sentence.contains("no store of the app handles action"))
  }
}
