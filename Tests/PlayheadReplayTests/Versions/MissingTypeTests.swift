import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

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
