import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import Testing
import crash_app

/// An app is killed while it records; its log has everything that its stores saw.
@Suite struct KillTests {
  /// What a flight recorder keeps: some segments of the shortest there are.
  static let keep = 150_000

  /// Several campaigns at once, so that the machine is never idle.
  @Test(arguments: [1, 2] as [UInt64], [nil, keep])
  func `the log of an app killed at a random moment has the actions that its stores handled`(
    seed: UInt64, keep: Int?
  ) throws {
    let campaign = KillCampaign(seed: seed, keep: keep)
    try campaign.run(Soak.isOn ? 5_000 : 5)
    print(campaign.summary)
    #expect(campaign.problems == [])
  }

  @Test
  func
    `the log of an app killed while recording actions of several tail pages has the handled actions`()
    throws
  {
    let campaign = KillCampaign(seed: 3, keep: nil, isLong: true)
    try campaign.run(Soak.isOn ? 2_000 : 5)
    print(campaign.summary)
    #expect(campaign.problems == [])
  }

  @Test(arguments: ProbedDisk.Stage.allCases, [nil, keep])
  func `the log of an app killed at one of its disk calls has the actions that its stores handled`(
    stage: ProbedDisk.Stage, keep: Int?
  ) throws {
    var kills = 0
    var call = 1
    while try isKilled(at: call, stage, keep) {
      kills += 1
      call += Self.stride(stage, keep)
    }
    #expect(kills >= 3)
    print("killed at \(kills) calls, \(stage)\(keep == nil ? "" : ", a flight recorder's")")
  }

  /// All calls, or a few; there are fewer that have a middle, and more of a flight recorder's.
  private static func stride(_ stage: ProbedDisk.Stage, _ keep: Int?) -> Int {
    if Soak.isOn { return 1 }
    if stage == .amid { return keep == nil ? 2 : 4 }
    return keep == nil ? 6 : 13
  }

  private func isKilled(at call: Int, _ stage: ProbedDisk.Stage, _ keep: Int?) throws -> Bool {
    let scene = try Scene(keep: keep)
    let count = keep == nil ? "60" : "24"
    let app = try scene.run(["--kill", "\(call):\(stage)", "--count", count] + Self.short)
    let place: Comment = "call \(call), \(stage)"
    if app.wait() == .exit(0) {
      #expect(try scene.problemsAtEnd() == [], place)
      return false
    }
    #expect(app.wait() == .signal(SIGKILL), place)
    let problems = try scene.problems()
    #expect(problems == [], place)
    return true
  }

  private static let short = [
    "--threads", "2", "--flushes", "8", "--guests", "20", "--notes", "9",
  ]

  @Test func `the check of the kill tests reports a step with another action and a missing step`()
    throws
  {
    let scene = try Scene()
    #expect(try scene.run(["--count", "50", "--threads", "1"]).wait() == .exit(0))
    #expect(try scene.problemsAtEnd() == [])
    let journal = try #require(scene.journal)
    #expect(
      journal.note(7, number: 20, isLeftOut: false) && journal.note(8, number: 51, isLeftOut: false)
    )
    #expect(
      try scene.problemsAtEnd() == [
        "step 20 is another action than the stores saw", "step 51 is missing",
      ])
  }
}

/// Kills at random moments, and lets an app end well now and then.
private final class KillCampaign {
  private var generator: SplitMix64
  private let keep: Int?
  private let isLong: Bool
  private(set) var problems: [String] = []
  private var (kills, runs, actions) = (0, 0, 0)
  private let clock = ContinuousClock()
  private let began = ContinuousClock().now

  /// - Parameters:
  ///   - keep: What of the log is kept; all, if nil.
  ///   - isLong: Whether actions are longer than a page of the tail.
  init(seed: UInt64, keep: Int?, isLong: Bool = false) {
    (generator, self.keep, self.isLong) = (SplitMix64(seed: seed), keep, isLong)
  }

  func run(_ count: Int) throws {
    while kills < count, problems.isEmpty { try runOnce() }
  }

  var summary: String {
    "\(kills) kills in \(runs) runs and \(clock.now - began): \(actions) actions, none lost"
      + (keep == nil ? "" : " that was kept")
  }

  private func runOnce() throws {
    let scene = try Scene(keep: keep)
    runs += 1
    let (count, words) = session
    let app = try scene.start(words)
    if Int.random(in: 0..<6, using: &generator) > 0 {
      waitSomeTime(app, scene, upTo: count)
      app.kill()
    }
    let ending = app.wait()
    // It may have been done before it was killed.
    if ending == .signal(SIGKILL) { kills += 1 }
    try check(scene, ending, "run \(runs), \(words)")
    actions += scene.journal?.codes.count ?? 0
  }

  private func check(_ scene: Scene, _ ending: AppProcess.Ending, _ place: String) throws {
    do {
      switch ending {
      case .signal(SIGKILL): problems += try scene.problems().map { "\(place): \($0)" }
      case .exit(0): problems += try scene.problemsAtEnd().map { "\(place): \($0)" }
      default: problems.append("\(place): ended with \(ending)")
      }
    } catch {
      problems.append("\(place): \(error)")
    }
    if problems.isEmpty { return }
    let kept = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID())")
    try FileManager.default.copyItem(at: scene.url, to: kept)
    problems.append("kept in \(kept.path(percentEncoded: false))")
  }

  /// How many actions a run has, and the app's words for that and what it does besides.
  private var session: (count: Int, words: [String]) {
    var words: [String] = []
    for (name, interval) in [
      ("--notes", 50), ("--guests", 70), ("--flushes", keep == nil ? 90 : 15), ("--pauses", 300),
    ]
    where Bool.random(using: &generator) {
      words += [name, "\(interval)"]
    }
    let durability = ["none", "chunk", "5", "action"].randomElement(using: &generator) ?? "chunk"
    let count = isLong ? 40 : size(isSlow: durability == "action")
    // Not so many large ones that they could be more than the tail holds.
    let threads = isLong ? 1 : 4
    if isLong {
      words += ["--big", "10:\(Int.random(in: 900_000...3_000_000, using: &generator))"]
    } else if keep != nil {
      words += ["--noise", "\(max(1, count / 100)):9000"]
    } else if count <= 2_000, Bool.random(using: &generator) {
      words += ["--big", "100:70000"]
    }
    words += ["--durability", durability, "--threads", "\(threads)"]
    return (count, words + ["--count", "\(count / threads)"])
  }

  /// More actions make for larger logs, which take longer to look at, and not for other moments, but
  /// for a page that is full, which takes 16,384.
  ///
  /// - Parameter isSlow: Each action waits for the disk.
  private func size(isSlow: Bool) -> Int {
    if isSlow { return 100 }
    if Soak.isOn, Int.random(in: 0..<50, using: &generator) == 0 { return 40_000 }
    return [40, 400, 400, 2_000].randomElement(using: &generator) ?? 40
  }

  /// A moment from the start on, or one while all threads dispatch.
  private func waitSomeTime(_ app: AppProcess, _ scene: Scene, upTo count: Int) {
    if Int.random(in: 0..<5, using: &generator) == 0 {
      usleep(.random(in: 0...80_000, using: &generator))
    } else {
      scene.waitUntil(app, saw: Int.random(in: 1...count, using: &generator))
      usleep(.random(in: 0...500, using: &generator))
    }
  }
}
