import Foundation
import PlayheadLog
import PlayheadReplay

/// The witnesses that check logs, one log after the other: started once, and again where one has ended.
final class Fleet {
  /// A replay for a diagnosis is given up when it says nothing for so many seconds: where the clock
  /// stands still, a store may wait for ever.
  private static let patience = 60

  /// How many witnesses with fresh hash seeds there are, if nobody says.
  static let usualRuns = 8

  private let program: String
  private let notHeld: Set<WitnessFactor>
  private var posts: [Post]
  private var inspector = Post(.usual, [])

  /// A place for a witness.
  private struct Post {
    var conditions: WitnessConditions
    var ways: Set<WitnessFactor>
    var process: WitnessProcess?

    init(_ conditions: WitnessConditions, _ ways: Set<WitnessFactor>) {
      (self.conditions, self.ways) = (conditions, ways)
    }
  }

  /// One with hashes that are the same in each process, so many with fresh ones, and one that replays twice
  /// by itself.
  ///
  /// What else is varied is varied in those with fresh hashes, but for the first, one thing in each while
  /// there are enough of them: which of these a difference is caused by is found out when there is one.
  init(_ program: String, notHeld: Set<WitnessFactor>, runs: Int) {
    (self.program, self.notHeld) = (program, notHeld)
    var fixed = WitnessConditions.usual
    fixed.hasFreshSeed = false
    posts = [Post(fixed, [])] + (0..<runs).map { _ in Post(.usual, []) }
    for (number, factor) in Self.varied.enumerated() {
      let place = 2 + number % max(runs - 1, 1)
      guard posts.indices.contains(place) else { continue }
      posts[place].conditions = posts[place].conditions.varying(factor)
      if factor.isWay { posts[place].ways.insert(factor) }
    }
  }

  private static let varied: [WitnessFactor] = [
    .clock, .timeZone, .locale, .thread, .doubleApplication, .secondReplay,
  ]

  /// How many processes it has.
  static func count(runs: Int) -> Int { runs + 2 }

  /// Checks a log; `onSteps` is told how many steps each witness has done.
  func check(
    _ task: WitnessTask, _ log: LogReader, onSteps: @escaping (UInt64) -> Void
  ) throws -> CheckFinding {
    try man()
    let witnesses = try posts.map { post in
      guard let process = post.process else { throw WitnessError.misunderstood }
      return (process as any WitnessChannel, post.ways)
    }
    guard let inspecting = inspector.process else { throw WitnessError.misunderstood }
    var check = LogCheck(witnesses, inspector: inspecting) { [program] in
      try WitnessProcess(
        program, ProcessSetting($0, faketime: ProcessSetting.faketime), limit: Self.patience)
    }
    check.onSteps = onSteps
    check.notHeld = notHeld
    do {
      return try check.run(task, log)
    } catch WitnessError.misunderstood {
      // Who knows what they are about to say.
      for place in posts.indices { posts[place].process = nil }
      inspector.process = nil
      throw WitnessError.misunderstood
    }
  }

  /// Starts the witnesses that are not there.
  private func man() throws {
    for place in posts.indices { try man(&posts[place]) }
    try man(&inspector)
  }

  private func man(_ post: inout Post) throws {
    guard post.process?.isThere != true else { return }
    post.process = try WitnessProcess(
      program, ProcessSetting(post.conditions, faketime: ProcessSetting.faketime))
  }

  // MARK: What this system can do

  /// What cannot be held still, or moved, in processes of this program.
  static func notHeld(_ program: String) throws -> Set<WitnessFactor> {
    let held = try WitnessProcess(
      program, ProcessSetting(.held, faketime: ProcessSetting.faketime))
    var missing: Set<WitnessFactor> = held.greeting.hasFixedAddresses ? [] : [.addresses]
    // The library may be there, and the system may not let it in.
    if abs(held.greeting.time - Date().timeIntervalSince1970) < 86_400 { missing.insert(.clock) }
    return missing
  }
}
