import Foundation
import PlayheadFlux
import PlayheadLog
import Testing
import crash_app

/// An app is killed while it records, again and again; its log has everything that its stores saw.
@Suite struct KillTests {
  /// Two campaigns at once, so that the machine is never idle.
  @Test(arguments: [1, 2] as [UInt64])
  func `killed at any moment, an app leaves all that its stores saw`(seed: UInt64) throws {
    let campaign = KillCampaign(seed: seed)
    try campaign.run(Soak.isOn ? 5_000 : 8)
    print(campaign.summary)
    #expect(campaign.problems == [])
  }

  @Test(arguments: ProbedDisk.Stage.allCases)
  func `killed at any of its calls to the disk, an app leaves all that its stores saw`(
    stage: ProbedDisk.Stage
  ) throws {
    var kills = 0
    for isRestarted in [false, true] {
      var call = 1
      // Appends alone have a middle, and a call that fails has no end.
      var survived = 0
      while survived < (stage == .before ? 1 : 10) {
        let scene = try Scene()
        if isRestarted { try scene.runUntilKilled() }
        let app = try scene.run(["--kill", "\(call):\(stage)", "--count", "60"] + Self.short)
        if app.wait() == .exit(0) {
          survived += 1
        } else {
          kills += 1
          survived = 0
          #expect(app.wait() == .signal(SIGKILL))
          let place: Comment = "\(isRestarted ? "restarted, " : "")call \(call), \(stage)"
          #expect(try scene.problems() == [], place)
          #expect(try scene.run(["--count", "20"]).wait() == .exit(0), place)
          #expect(try scene.problemsAtEnd() == [], place)
        }
        call += Soak.isOn ? 1 : 6
      }
    }
    #expect(kills >= 3)
    print("killed at \(kills) calls, \(stage)")
  }

  private static let short = [
    "--threads", "2", "--flushes", "8", "--guests", "20", "--notes", "9",
  ]

  @Test func `an app that traps in a store leaves the action that it trapped at, unhandled`() throws
  {
    let scene = try Scene()
    let app = try scene.run(["--trap", "57", "--flushes", "20", "--threads", "1"])
    #expect(app.wait() != .exit(0))
    let log = try openAfterCrash(scene.log)
    #expect(log.lastStep == 57)
    #expect(try !log.entry(at: 57).isHandled && log.entry(at: 56).isHandled)
    #expect(try scene.problems() == [])
    #expect(try scene.run([]).wait() == .exit(0))
    #expect(try scene.problemsAtEnd() == [])
    #expect(try !LogReader(path: scene.log).entry(at: 57).isHandled)
  }

  @Test func `a log that has not what the stores saw is found out`() throws {
    let scene = try Scene()
    #expect(try scene.run(["--count", "50", "--threads", "1"]).wait() == .exit(0))
    #expect(try scene.problemsAtEnd() == [])
    let journal = try #require(scene.runs.first)
    #expect(
      journal.note(7, number: 20, isLeftOut: false) && journal.note(8, number: 51, isLeftOut: false)
    )
    #expect(
      try scene.problemsAtEnd() == [
        "step 20 is another action than the stores saw", "step 51 is missing",
      ])
  }
}

/// Kills at random moments: cycles that start on an empty log and go on with it several times.
private final class KillCampaign {
  private var generator: SplitMix64
  private(set) var problems: [String] = []
  private var (kills, cycles, actions) = (0, 0, 0)
  private let clock = ContinuousClock()
  private let began = ContinuousClock().now

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  func run(_ count: Int) throws {
    while kills < count, problems.isEmpty { try runCycle() }
  }

  var summary: String {
    "\(kills) kills in \(cycles) cycles and \(clock.now - began): \(actions) actions, none lost"
  }

  /// Up to eight kills on one log, and a run that is left to end well.
  private func runCycle() throws {
    let scene = try Scene()
    cycles += 1
    for _ in 0..<Int.random(in: 1...8, using: &generator) where problems.isEmpty {
      let (count, words) = session
      let app = try scene.start(words)
      waitSomeTime(app, scene, upTo: count)
      app.kill()
      // It may have been done before.
      if app.wait() == .signal(SIGKILL) { kills += 1 }
      try check(scene, "kill \(kills), \(words)")
    }
    guard problems.isEmpty else { return }
    let app = try scene.run(["--count", "5"])
    if app.wait() != .exit(0) { problems.append("the last run ended with \(app.wait())") }
    problems += try scene.problemsAtEnd()
    actions += scene.runs.reduce(0) { $0 + $1.codes.count }
  }

  private func check(_ scene: Scene, _ place: String) throws {
    do {
      problems += try scene.problems().map { "\(place): \($0)" }
    } catch {
      problems.append("\(place): \(error)")
    }
    if problems.isEmpty { return }
    let kept = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID())")
    try FileManager.default.copyItem(at: scene.url, to: kept)
    problems.append("kept in \(kept.path(percentEncoded: false))")
  }

  /// How many actions the next run has, and the app's words for that and what it does besides.
  private var session: (count: Int, words: [String]) {
    var words: [String] = []
    for (name, interval) in [
      ("--notes", 50), ("--guests", 70), ("--flushes", 90), ("--pauses", 300),
    ]
    where Bool.random(using: &generator) {
      words += [name, "\(interval)"]
    }
    let durability = ["none", "chunk", "5", "action"].randomElement(using: &generator) ?? "chunk"
    let count = size(isSlow: durability == "action")
    // Not so many that they could be more than the tail holds.
    if count <= 2_000, Bool.random(using: &generator) { words += ["--big", "100:70000"] }
    return (count, words + ["--durability", durability, "--count", "\(count / 4)"])
  }

  /// More actions make for larger logs, which take longer to look at, and not for other moments, but
  /// for a sheet that is full, which takes 16,384.
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
