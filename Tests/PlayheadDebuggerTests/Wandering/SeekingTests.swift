import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import ReplayTesting
import Testing

@testable import PlayheadDebugger

/// Wherever one goes, and whatever is kept on the way, the state is that of a plain fold.
@Suite struct SeekingTests {
  /// All of them, a million moves, take minutes.
  private static let seeds: Range<UInt64> = Soak.isOn ? 0..<200 : 0..<3
  private static let actions = Soak.isOn ? 500 : 150
  /// In so many conversations about each session, …
  private static let conversations = Soak.isOn ? 5 : 2
  /// … each with so many moves.
  private static let moves = Soak.isOn ? 1_000 : 100

  @Test(arguments: seeds)
  func `after random moves through a session, each state matches that of the live run`(seed: UInt64)
    throws
  {
    var generator = SplitMix64(seed: seed)
    let session = try RandomSession(seed: seed, actions: Self.actions)
    var interruptions = 0
    for _ in 0..<Self.conversations {
      var walk = try Walk(session, .random(using: &generator))
      for _ in 0..<Self.moves {
        try walk.move(&generator)
        try walk.look(&generator)
      }
      interruptions += walk.interruptions
    }
    #expect(interruptions > 0)
  }
}

extension CheckpointPolicy {
  /// From states at every step to hardly any, and room from none to more than enough.
  fileprivate static func random(using generator: inout SplitMix64) -> CheckpointPolicy {
    var policy = CheckpointPolicy()
    policy.spacing = .nanoseconds(
      [0, 100, 10_000, 100_000, 8_000_000].randomElement(using: &generator) ?? 0)
    policy.bytes = [0, 1, 10_000, 1_000_000, 1 << 30].randomElement(using: &generator) ?? 0
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: policy.heap = { nil }
    case 1: policy.heap = erraticHeap(seed: generator.next())
    default: break
    }
    return policy
  }

  /// A gauge of a heap that others use.
  private static func erraticHeap(seed: UInt64) -> @Sendable () -> Int? {
    let generator = Guarded(SplitMix64(seed: seed))
    return { generator.withLock { Int.random(in: 0..<1 << 24, using: &$0) } }
  }
}

/// A recorded session of an app by chance.
struct RandomSession {
  let log: LogReader
  /// Those of all states, by a replay that goes from step to step and never back.
  let digests: [[Digest]]
  private let app: RandomApp

  init(seed: UInt64, actions: Int) throws {
    app = RandomApp(seed: seed)
    let path = FileManager.default.temporaryDirectory
      .appending(path: "session-\(UUID()).playhead").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let dispatcher = try app.dispatcher()
    let recorder = try dispatcher.record(
      to: path, app: "random", clock: ManualClock(), options: .exact)
    app.act(dispatcher, actions)
    try recorder.close()
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    log = try LogReader(bytes: bytes, name: "session")

    let replay = try Replay(log, with: DispatcherPlayer(app.dispatcher()))
    var digests = [try replay.digests()]
    while try replay.stepForward() { digests.append(try replay.digests()) }
    self.digests = digests
    try #require(digests.count == actions + 1)
    // Those of the live run, as far as there was time for them.
    for live in try log.digests() {
      try #require(live.stores == digests[Int(live.step.number)])
    }
  }

  /// A fresh app to replay it with.
  func player() throws -> DispatcherPlayer { try DispatcherPlayer(app.dispatcher()) }
}
