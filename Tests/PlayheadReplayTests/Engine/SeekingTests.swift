import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import Testing

/// Wherever one goes, and whatever is kept on the way, the state is that of a plain fold.
@Suite struct SeekingTests {
  /// All of them, a million moves, take minutes.
  private static let isSoak = ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil
  private static let moves = isSoak ? 25_000 : 100
  private static let seeds: Range<UInt64> = isSoak ? 0..<40 : 0..<2

  /// From states at every step to hardly any.
  private static let policies: [CheckpointPolicy] = [
    policy(.zero, bytes: 0), policy(.zero, bytes: 1 << 30), policy(.microseconds(20), bytes: 1),
    policy(.microseconds(100), bytes: 100_000), CheckpointPolicy(),
  ]

  private static func policy(_ spacing: Duration, bytes: Int) -> CheckpointPolicy {
    var policy = CheckpointPolicy()
    (policy.spacing, policy.bytes) = (spacing, bytes)
    return policy
  }

  @Test(arguments: seeds)
  func `every state is that of the live run, however it is come to`(seed: UInt64) throws {
    var generator = Seeded(seed: seed)
    let session = try Self.session(&generator)
    let digests = try Self.digests(session)
    for policy in Self.policies {
      let replay = try Replay(session.log, with: session.player(), policy: policy)
      if Bool.random(using: &generator) { _ = try ChangeIndex(replay) }
      for _ in 0..<Self.moves / 5 {
        try Self.move(replay, &generator)
        #expect(try replay.digests() == digests[Int(replay.position.number)])
      }
    }
  }

  private static func session(_ generator: inout Seeded) throws -> Session {
    let seed = generator.next()
    guard seed % 2 == 0 else {
      return try Session(making(Shop.stores)) { dispatcher, _ in
        Shop.shop(dispatcher, 500, seed: seed)
      }
    }
    return try Session(making(Board.stores)) { dispatcher, _ in
      var generator = Seeded(seed: seed)
      for _ in 0..<500 { dispatcher.dispatch(Shuffle(number: generator.next())) }
    }
  }

  /// The digests of a replay that goes from step to step and never back.
  private static func digests(_ session: Session) throws -> [[Digest]] {
    let replay = try session.replay()
    var digests = [try replay.digests()]
    while try replay.stepForward() {
      #expect(try replay.state() == session.live[replay.position.number])
      digests.append(try replay.digests())
    }
    return digests
  }

  private static func move(_ replay: Replay, _ generator: inout Seeded) throws {
    let last = replay.log.lastStep.number
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: for _ in 0..<Int.random(in: 1...20, using: &generator) { try replay.stepForward() }
    case 1: for _ in 0..<Int.random(in: 1...20, using: &generator) { try replay.stepBack() }
    case 2: try replay.go(to: Bool.random(using: &generator) ? replay.log.lastStep : 0)
    default: try replay.go(to: Step(UInt64.random(in: 0...last, using: &generator)))
    }
  }
}
