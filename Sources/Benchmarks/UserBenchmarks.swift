import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair

/// An app that loads what a server sends, and then handles a person's taps: what recording it costs.
///
/// A server leaves out optional fields as it likes, and a dictionary's keys are made up by users, so that hardly two values are
/// encoded with the same keys.
enum UserBenchmarks {
  static func rows(_ scratch: borrowing Scratch) throws -> [Row] {
    try scenarios.flatMap { scenario in
      let path = scratch.path("users.playhead")
      return try rows(of: scenario, try record(scenario, to: path), path, scratch)
    }
  }

  private static var scenarios: [Scenario] {
    let taps: [any Action] = (0..<21).map { Tap(x: $0, y: $0) }
    return [
      Scenario(name: "2,500 users, 10 taps/s", interval: .milliseconds(100)) {
        [Load(users: User.some(2_500))] + taps
      },
      Scenario(name: "8,000 users, 10 taps/s", interval: .milliseconds(100)) {
        [Load(users: User.some(8_000))] + taps
      },
      Scenario(name: "3,000 users at first, 20/s", initial: 3_000, interval: .milliseconds(50)) {
        (0..<100).map { Tap(x: $0, y: $0) }
      },
      Scenario(name: "a user each, 1,000/s", interval: .milliseconds(1)) {
        User.some(2_000).map { Load(users: [$0]) }
      },
      Scenario(name: "2,500 × 8 made-up keys, 10/s", interval: .milliseconds(100)) {
        [Label(labels: Labels.some(2_500))] + taps
      },
    ]
  }

  // MARK: Measuring

  /// What recording a scenario came to.
  private struct Recorded {
    var times: [Double] = []
    /// The length of the tail file before the log was closed, in bytes.
    var tailBytes = 0
    var logBytes = 0
    var lost = 0
  }

  private static func record(_ scenario: Scenario, to path: String) throws -> Recorded {
    let dispatcher = try scenario.dispatcher()
    let recording = try dispatcher.record(to: path, app: "bench")
    try CrashSafety.check(path)
    var recorded = Recorded()
    recorded.times = scenario.times { dispatcher.dispatch($0) }
    recorded.tailBytes = try size(LogFormat.tailPath(of: path))
    try recording.close()
    recorded.logBytes = try size(path)
    recorded.lost = try LogReader(path: path).gaps().reduce(0) { $0 + $1.steps.count }
    return recorded
  }

  private static func rows(
    of scenario: Scenario, _ recorded: Recorded, _ path: String, _ scratch: borrowing Scratch
  ) throws -> [Row] {
    let app = try scenario.dispatcher()
    let bare = scenario.times { app.dispatch($0) }
    let rows = RowEncoding()
    var rowBytes = 0
    let encoding = try scenario.times { action in
      _ = try rows.encode(action)
      rowBytes += rows.bytes.count
    }
    let packed = try LogPacking(LogReader(path: path))
      .write(to: scratch.path("packed.playhead"))
    let count = Double(recorded.times.count)
    let expected = zip(bare, encoding).map { $0 + $1 }
    return [
      row("actions left out", scenario, Double(recorded.lost), "all", count, .actions),
      row(
        "dispatch, recorded, worst", scenario, recorded.times.reduce(0, max) / 1e6,
        "the same without a tap", bare.reduce(0, max) / 1e6, .milliseconds),
      row(
        "dispatch, recorded, 99 %", scenario, high(recorded.times) / 1e6,
        "without a tap, and encoding", high(expected) / 1e6, .milliseconds, goal: 3),
      row(
        "dispatch, recorded, median", scenario, high(recorded.times, 50) / 1e3,
        "without a tap, and encoding", high(expected, 50) / 1e3, .microseconds),
      row(
        "encoding all actions", scenario, encoding.reduce(0, +) / 1e6, "dispatching them, no tap",
        bare.reduce(0, +) / 1e6, .milliseconds),
      row(
        "size of a log", scenario, Double(recorded.logBytes) / count, "the log packed",
        Double(packed) / count, .bytesPerAction, goal: 2),
      row(
        "rows of the actions", scenario, Double(rowBytes) / count, "the log",
        Double(recorded.logBytes) / count, .bytesPerAction),
      row(
        "size of the tail", scenario, Double(recorded.tailBytes) / 1e6, "rows of the actions",
        Double(rowBytes) / 1e6, .megabytes),
    ]
  }

  private static func row(
    _ subject: String, _ scenario: Scenario, _ playhead: Double, _ competitor: String,
    _ other: Double, _ unit: Row.Unit, goal: Double? = nil
  ) -> Row {
    Row(
      subject: subject, input: scenario.name, playhead: playhead, competitor: competitor,
      other: other, unit: unit, goal: goal)
  }

  /// The 99th percentile, or another one.
  private static func high(_ times: [Double], _ percent: Int = 99) -> Double {
    times.sorted()[min(times.count * percent / 100, times.count - 1)]
  }

  private static func size(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }
}

// MARK: The app

private struct Scenario {
  var name: String
  /// How many users there are at first.
  var initial = 0
  /// How long after an action the next one comes.
  var interval: Duration
  var actions: () -> [any Action]

  /// The app, with the users that there are at first.
  func dispatcher() throws -> Dispatcher {
    let dispatcher = Dispatcher()
    try dispatcher.register(
      Store("users", User.some(initial)).on(Load.self) { $0 = $1.users },
      Store("labels", [Labels]()).on(Label.self) { $0 = $1.labels },
      Store("taps", 0).on(Tap.self) { taps, _ in taps += 1 })
    return dispatcher
  }

  /// How long `body` takes for each action, in nanoseconds; each action at its time.
  func times(_ body: (any Action) throws -> Void) rethrows -> [Double] {
    let (clock, actions) = (ContinuousClock(), actions())
    var due = clock.now
    var times: [Double] = []
    for action in actions {
      times.append(try clock.measure { try body(action) } / .nanoseconds(1))
      due = due.advanced(by: interval)
      Thread.sleep(forTimeInterval: max(0, clock.now.duration(to: due) / .seconds(1)))
    }
    return times
  }
}

private struct Load: Action { var users: [User] }
private struct Label: Action { var labels: [Labels] }
private struct Tap: Action {
  var x: Int
  var y: Int
}

/// A user as a server describes one: half of the 40 fields are there or not.
private struct User: Codable, Sendable {
  var identifier, followersCount, followingCount, publicPostsCount, receivedLikesCount,
    membershipLevel: Int
  var loginName, displayName, emailAddress, avatarImageURL, preferredLanguage, timeZoneIdentifier,
    favoriteColor, organizationRole: String
  var isActiveAccount, isSiteAdministrator, isEmailVerified: Bool
  var reputationScore, accountBalance, averageRating: Double
  var nickname, companyName, professionalTitle, phoneNumber, personalWebsite, biographyText,
    cityOfResidence, countryOfResidence, streetAddress, postalCode: String?
  var managerIdentifier, teamIdentifier, ageInYears, profileVisitsCount: Int?
  var lastKnownLatitude, lastKnownLongitude: Double?
  var isMutedByViewer, isPinnedByViewer: Bool?
  var interestTags: [String]?
  var earnedBadges: [Int]?

  static func some(_ count: Int) -> [User] {
    var source = SplitMix64(seed: 41)
    return (0..<count).map { User($0, &source) }
  }

  private init(_ index: Int, _ source: inout SplitMix64) {
    func number(_ limit: Int) -> Int { Int.random(in: 0...limit, using: &source) }
    func text(_ word: String) -> String { "\(word)-\(number(9_999))" }
    func maybe<T>(_ value: T) -> T? { Bool.random(using: &source) ? value : nil }
    identifier = index
    (followersCount, followingCount, publicPostsCount) = (number(5_000), number(500), number(2_000))
    (receivedLikesCount, membershipLevel) = (number(90_000), number(12))
    (loginName, displayName, emailAddress) = (
      text("login"), text("Ada Example"), text("ada@example.org")
    )
    avatarImageURL = text("https://example.org/avatars")
    (preferredLanguage, timeZoneIdentifier, favoriteColor, organizationRole) = (
      "en", "Europe/Berlin", "#336699", "member"
    )
    (isActiveAccount, isSiteAdministrator, isEmailVerified) = (true, number(9) == 0, number(3) == 0)
    (reputationScore, accountBalance, averageRating) = (
      Double(number(999)) / 8, Double(number(99_999)) / 4, 4.5
    )
    (nickname, companyName, professionalTitle) = (
      maybe(text("ada")), maybe(text("Example")), maybe("Engineer")
    )
    (phoneNumber, personalWebsite) = (
      maybe(text("+49 30")), maybe(text("https://example.org/~ada"))
    )
    (biographyText, cityOfResidence, countryOfResidence) = (
      maybe(text("writes programs")), maybe("Berlin"), maybe("DE")
    )
    (streetAddress, postalCode) = (
      maybe(text("Example Street")), maybe("\(10_000 + number(4_000))")
    )
    (managerIdentifier, teamIdentifier, ageInYears, profileVisitsCount) = (
      maybe(number(99)), maybe(number(9)), maybe(37), maybe(number(9))
    )
    (lastKnownLatitude, lastKnownLongitude) = (maybe(52.5 + Double(number(99)) / 512), maybe(13.25))
    (isMutedByViewer, isPinnedByViewer) = (maybe(false), maybe(true))
    (interestTags, earnedBadges) = (maybe(["swift", text("tag")]), maybe([number(9), number(9)]))
  }
}

/// Values under keys that users make up, as a type of its own writes them.
private struct Labels: Codable, Sendable {
  var values: [String: Int]

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  static func some(_ count: Int) -> [Labels] {
    var source = SplitMix64(seed: 41)
    return (0..<count).map { _ in
      let keys = (0..<8).map { "label \(Int.random(in: 0...99_999, using: &source)).\($0)" }
      return Labels(values: Dictionary(uniqueKeysWithValues: zip(keys, 0...)))
    }
  }

  init(values: [String: Int]) { self.values = values }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    values = [:]
    for key in container.allKeys {
      values[key.stringValue] = try container.decode(Int.self, forKey: key)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (key, value) in values { try container.encode(value, forKey: Key(stringValue: key)) }
  }
}
