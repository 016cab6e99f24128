import FluxTesting
import Foundation
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import Testing
import crash_app

/// An app that records each of its launches into one folder, two at the same time, and is killed now and then.
@Suite struct LaunchCampaignTests {
  @Test
  func
    `after launches of which some are killed, the folder has readable logs of only the newest ones`()
    throws
  {
    let campaign = try LaunchCampaign(seed: 1)
    try campaign.run(Soak.isOn ? 100 : 8)
    print(campaign.summary)
    #expect(campaign.problems == [])
  }
}

/// Launches into one folder, in pairs.
private final class LaunchCampaign {
  /// How many launches the app keeps.
  private static let kept = 5
  private let folder: URL
  private var generator: SplitMix64
  private(set) var problems: [String] = []
  private var (launches, kills, checked, actions) = (0, 0, 0, 0)

  /// What may have the name of a launch's file and is none, or belongs to another app.
  private static let others = [
    "crash-app-20200101T000000Z-0000.playhead": "a letter",
    "crash-app-20200101T000001Z-0000.playhead.tail": "x",
    "crash-app-20200101T000000Z-0000.playhead.backup": "x",
    "crash-app-20200101T000000Z-0000.txt": "x", "crash-app-2020-0000.playhead": "x",
    "crash-app-20200101T000000Z-zzzz.playhead": "x", "crash-app.playhead": "x",
    "crash-app-pro-20200101T000000Z-0000.playhead": "x",
    "other-20200101T000000Z-0000.playhead": "x",
  ]

  init(seed: UInt64) throws {
    generator = SplitMix64(seed: seed)
    folder = FileManager.default.temporaryDirectory.appending(path: "launches-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in Self.others {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var summary: String {
    "\(launches) launches, \(kills) killed: \(checked) logs with \(actions) actions, none lost"
  }

  func run(_ count: Int) throws {
    while launches < count, problems.isEmpty {
      try launchPair()
      // One may have begun while the other had its log open.
      try checkFolder(mayKeep: Self.kept + 1)
    }
    try end([try begin(isKilled: false)])
    try checkFolder(mayKeep: Self.kept)
    // A log may be deleted before it is looked at, by a launch of the same second.
    if checked < launches * 3 / 4 { problems.append("only \(checked) logs were found") }
  }

  private func launchPair() throws {
    let pair = try (0..<2).map { _ in try begin(isKilled: launches % 3 == 2) }
    // The one that is killed goes on until then.
    try end(pair.filter(\.isKilled) + pair.filter { !$0.isKilled })
  }

  /// Waits for the ends of these launches, and checks their logs then: an app that runs may delete them.
  private func end(_ launches: [Launch]) throws {
    let endings = launches.map { ($0, end($0)) }
    for (launch, isClosed) in endings { try check(launch.scene, launch.app, isClosed: isClosed) }
  }

  /// An app that runs.
  private struct Launch {
    let scene: Scene
    let app: AppProcess
    let isKilled: Bool
  }

  private func begin(isKilled: Bool) throws -> Launch {
    launches += 1
    let count = [10, 100, 1_000].randomElement(using: &generator) ?? 10
    let scene = try Scene()
    let words = ["--flushes", "30", "--notes", "50", "--guests", "70", "--count"]
    let app = try scene.start(
      words + ["\(isKilled ? 100_000 : count)"],
      recordingIn: folder.path(percentEncoded: false))
    return Launch(scene: scene, app: app, isKilled: isKilled)
  }

  /// Whether it ended by itself.
  private func end(_ launch: Launch) -> Bool {
    let (scene, app) = (launch.scene, launch.app)
    if launch.isKilled {
      // From its start on, or while all its threads dispatch.
      if Bool.random(using: &generator) {
        usleep(.random(in: 0...40_000, using: &generator))
      } else {
        scene.waitUntil(app, saw: .random(in: 1...400, using: &generator))
      }
      app.kill()
    }
    let ending = app.wait()
    if ending == .signal(SIGKILL) { kills += 1 }
    if ending != (launch.isKilled ? .signal(SIGKILL) : .exit(0)) {
      problems.append("a launch ended with \(ending)")
    }
    return ending == .exit(0)
  }

  private func check(_ scene: Scene, _ app: AppProcess, isClosed: Bool) throws {
    guard scene.findLog(of: app) else {
      // It was killed before it could record anything.
      if isClosed || scene.journal?.hasBegun == true { problems.append("a launch has no log") }
      return
    }
    guard FileManager.default.fileExists(atPath: scene.log) else { return }
    let found = try isClosed ? scene.problemsAtEnd() : scene.problems()
    let name = URL(fileURLWithPath: scene.log).lastPathComponent
    problems += found.map { "\(name): \($0)" }
    checked += 1
    actions += scene.journal?.codes.count ?? 0
  }

  /// Holds that each log of the folder can be read alone from its beginning, and that nothing else is there or gone.
  private func checkFolder(mayKeep most: Int) throws {
    let path = folder.path(percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    for (name, text) in Self.others
    where (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) != text {
      problems.append("'\(name)' was touched")
    }
    let own = names.filter { Self.others[$0] == nil }
    let logs = own.filter { $0.hasSuffix(".playhead") }
    for name in own where !logs.contains(where: { name.hasPrefix($0) }) {
      problems.append("'\(name)' belongs to no log")
    }
    var count = 0
    for name in logs {
      let file = folder.appending(path: name)
      // Killed before anything was written.
      if try file.resourceValues(forKeys: [.fileSizeKey]).fileSize == 0 { continue }
      let log = try LogReader(path: file.path(percentEncoded: false))
      if log.initialStep > .initial || log.header.app != "crash-app" || !log.lostSteps.isEmpty {
        problems.append("'\(name)' cannot be read alone")
      }
      count += 1
    }
    if count > most { problems.append("\(count) logs are kept") }
  }
}
