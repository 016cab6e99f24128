import Foundation
package import PlayheadLog
package import PlayheadReplay

/// The witnesses that check logs, one log after the other: started once, and again where one has ended.
package final class Fleet {
  /// How many witnesses with fresh hash seeds there are, if nobody says.
  package static let usualRuns = 8

  private let notHeld: Set<WitnessFactor>
  private let posts: [(post: WitnessPost, ways: Set<WitnessFactor>)]
  private let inspector: WitnessPost
  private let hire: (WitnessConditions) throws -> WitnessProcess

  /// One with hashes that are the same in each process, so many with fresh ones, and one that replays twice
  /// by itself.
  ///
  /// What else is varied is varied in those with fresh hashes, but for the first, one thing in each while
  /// there are enough of them: which of these a difference is caused by is found out when there is one.
  /// One that says nothing for so many seconds of `patience` is ended.
  package init(
    _ program: String, notHeld: Set<WitnessFactor>, runs: Int,
    patience: Int = WitnessProcess.stepPatience
  ) {
    self.notHeld = notHeld
    let limit = Duration.seconds(patience)
    let build = SameBuild()
    let hire = { (conditions: WitnessConditions) in
      let process = try build.require(WitnessProcess(program, under: conditions))
      process.limit = limit
      return process
    }
    self.hire = hire
    posts = Self.settings(runs: runs).map { setting in
      (WitnessPost(limit: limit) { try hire(setting.conditions) }, setting.ways)
    }
    inspector = WitnessPost(limit: limit) { try hire(.usual) }
  }

  /// How those are started and replay that are compared.
  private static func settings(
    runs: Int
  ) -> [(conditions: WitnessConditions, ways: Set<WitnessFactor>)] {
    var fixed = WitnessConditions.usual
    fixed.hasFreshSeed = false
    var settings = [(conditions: fixed, ways: Set<WitnessFactor>())]
    settings += (0..<runs).map { _ in (.usual, []) }
    for (number, factor) in varied.enumerated() {
      let place = 2 + number % max(runs - 1, 1)
      guard settings.indices.contains(place) else { continue }
      settings[place].conditions = settings[place].conditions.varying(factor)
      if factor.isWay { settings[place].ways.insert(factor) }
    }
    return settings
  }

  private static let varied: [WitnessFactor] = [
    .clock, .timeZone, .locale, .thread, .doubleApplication, .secondReplay, .observers,
  ]

  /// How many processes it has.
  static func count(runs: Int) -> Int { runs + 2 }

  /// Checks a log; `onSteps` is told how many steps each witness has done.
  package func check(
    _ task: WitnessTask, _ log: LogReader, onSteps: @escaping (UInt64) -> Void
  ) throws -> CheckFinding {
    try man()
    var check = LogCheck(posts.map { ($0.post, $0.ways) }, inspector: inspector, hire: hire)
    check.onSteps = onSteps
    check.notHeld = notHeld
    do {
      return try check.run(task, log)
    } catch WitnessError.misunderstood {
      // Who knows what they are about to say.
      for (post, _) in posts { post.dismiss() }
      inspector.dismiss()
      throw WitnessError.misunderstood
    }
  }

  /// Starts the processes that are not there.
  private func man() throws {
    do {
      for (post, _) in posts { try post.man() }
      try inspector.man()
    } catch WitnessError.notStarted(let reason, let isLimit) {
      throw WitnessError.notStarted(
        reason: "\(reason), with \(posts.count + 1) at a time, of which '--runs' asks for fewer",
        isLimit: isLimit)
    }
  }

  // MARK: What this system can do

  /// What cannot be held still, or moved, in processes of this program.
  package static func notHeld(_ program: String) throws -> Set<WitnessFactor> {
    let held = try WitnessProcess(program, under: .held)
    var missing: Set<WitnessFactor> = held.greeting.hasFixedAddresses ? [] : [.addresses]
    // The library may be there, and the system may not let it in.
    if abs(held.greeting.time - Date().timeIntervalSince1970) < 86_400 { missing.insert(.clock) }
    return missing
  }
}
