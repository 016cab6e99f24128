import PlayheadInspector
import Foundation
import PlayheadLog
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// The result of a comparison: the sessions that are the same, and why the others differ.
struct ComparisonReport {
  /// The sessions that could be compared, in the order of the command line.
  let sessions: [ComparedSession]
  /// The number of sessions on the command line.
  let total: Int
  /// Whether Ctrl-C stopped the comparison.
  let isStopped: Bool
  /// The other build.
  let other: AppExecutable
  /// The groups of sessions that differ, the largest first.
  let groups: [SessionGroup]

  init(_ sessions: [ComparedSession], of total: Int, isStopped: Bool, with other: AppExecutable) {
    (self.sessions, self.total, self.isStopped, self.other) = (sessions, total, isStopped, other)
    let differing = sessions.compactMap { session in
      session.difference.map { (session: session, difference: $0) }
    }
    let found = DifferenceGroup.groups(of: differing.map(\.difference.causes))
    groups = found.enumerated().map { number, group in
      let alike = found.indices.filter { other in
        other != number && found[other].cause.isAtSamePlace(as: group.cause)
      }
      return SessionGroup(
        number: number + 1, group, group.members.map { differing[$0] },
        samePlace: alike.map { $0 + 1 })
    }
  }

  var sameCount: Int { sessions.count { $0.difference == nil } }

  var exitCode: ExitCode { groups.isEmpty && !isStopped ? .good : .badAnswer }
}

/// Sessions that differ for one reason.
struct SessionGroup {
  typealias Member = (session: ComparedSession, difference: BuildDifference)

  /// Its number, from 1.
  let number: Int
  let cause: DifferenceCause
  /// Other places that differ in all sessions of the group.
  let alsoCommon: [DifferenceCause]
  /// The groups that differ at the same path after another action type, perhaps for the same reason.
  let samePlace: [Int]
  /// The sessions, in the order of the command line.
  let members: [Member]
  /// The session to show: the one with the earliest difference, among equals the shortest, and then the first by its path.
  let example: Member

  init(
    number: Int, _ group: DifferenceGroup<DifferenceCause>, _ members: [Member], samePlace: [Int]
  ) {
    (self.number, self.members, self.samePlace) = (number, members, samePlace)
    (cause, alsoCommon) = (group.cause, group.alsoCommon)
    example = members.dropFirst().reduce(members[0]) { best, next in
      (next.difference.step, next.session.actionCount, next.session.path)
        < (best.difference.step, best.session.actionCount, best.session.path) ? next : best
    }
  }

  /// The logs of the group that are fixtures.
  var fixtures: [Fixture] { parted.fixtures }

  /// Updates the expectations of the group's fixtures, and names the logs that are not fixtures. A condition
  /// that does not hold, or a fixture that cannot be replayed, is a bad answer.
  func accept(by updater: FixtureUpdater, _ console: Console) throws -> ExitCode {
    let (fixtures, others) = parted
    let code = try LogBatch(fixtures.map(\.path)).forEachPath(console) { path, _ in
      try updater.update(Fixture(path: path))
    }
    if !others.isEmpty { try console.printError("\(Self.sentence(of: others))") }
    return code
  }

  private var parted: (fixtures: [Fixture], others: [String]) {
    let files = FileManager.default
    let paths = members.map(\.session.path)
    let kept = paths.filter { files.fileExists(atPath: Fixture(path: $0).expectationsPath) }
    return (kept.map { Fixture(path: $0) }, paths.filter { !kept.contains($0) })
  }

  private static func sentence(of others: [String]) -> String {
    // As many as fit on a line.
    let shown = others.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
    let rest = others.count > 4 ? " and \(Format.count(others.count - 4)) more" : ""
    let isOne = others.count == 1
    return
      "\(shown)\(rest) \(isOne ? "is not a fixture" : "are not fixtures"); "
      + "'\(toolName) fixture add' makes one from a log"
  }
}

extension ComparisonReport {
  /// Shows how many sessions differ, and each group with an example.
  func show(on console: Console) throws {
    try console.print("\(head)")
    for group in groups {
      let title = StyledText("group \(group.number)", .bold)
      try console.print("\n\(title): \(group.title(other.path))")
      for line in group.lines(other.path) { try console.print("  \(line)") }
    }
    if groups.contains(where: { $0.exampleChange != nil }) {
      try console.print("\nvalues are those in '\(other.path)' → in this build")
    }
    try showAll(on: console)
  }

  /// How many sessions are the same, and how many differ.
  var head: String {
    let all = Format.count(total, "session")
    let isAll = sessions.count == total
    let compared = isAll ? all : "\(Format.count(sessions.count)) of \(all)"
    let stops = sessions.count { $0.commonStop != nil }
    let rest =
      stops == 0
      ? ""
      : "; \(Format.count(stops)) of those stop\(stops == 1 ? "s" : "") in both builds the same way"
    return (isStopped ? "stopped after " : "") + "\(compared): \(counts)\(rest)"
  }

  private var counts: String {
    if sessions.isEmpty { return "nothing to compare" }
    if groups.isEmpty { return "the same in both builds" }
    let differing = sessions.count - sameCount
    return "\(Format.count(sameCount)) the same, \(Format.count(differing)) "
      + "differ\(differing == 1 ? "s" : "") in \(Format.count(groups.count, "group"))"
  }

  /// Shows all differences of each session, as far as they were kept: store by store, and at the end.
  private func showAll(on console: Console) throws {
    let differing = sessions.filter { $0.difference?.diff != nil }
    guard !differing.isEmpty else { return }
    try console.print("")
    try console.print(StyledText("− in '\(other.path)'", .red))
    try console.print(StyledText("+ in this build", .green))
    for session in differing {
      for difference in [session.difference].compactMap(\.self) + session.later {
        try show(difference, "\(difference.place) of \(session.lastStep)", session, console)
      }
      for difference in session.atEnd {
        try show(difference, "at the end, step \(difference.step)", session, console)
      }
    }
  }

  private func show(
    _ difference: BuildDifference, _ place: String, _ session: ComparedSession, _ console: Console
  ) throws {
    guard let diff = difference.diff else { return }
    try console.print("\n\(session.path), \(place)")
    try console.print(StyledText(diff, .folded(width: console.width).at(StatePath())))
  }

  /// A sentence about the parts that were not compared; `nil` if there are none.
  var warning: String? {
    let partial = sessions.filter { !$0.onlyInOneBuild.isEmpty }
    guard let first = partial.first else { return nil }
    let count = Format.count(partial.count, "session")
    return "\(count) could not be compared in full, such as "
      + "'\(first.path)': \(first.onlyInOneBuild.sentence(other.path)); anything that only one build has is in no group"
  }
}

extension SessionGroup {
  /// The number of paths that a line shows.
  private static let shownPlaces = 3

  /// The number of sessions, and their common difference.
  fileprivate func title(_ other: String) -> String {
    let one = members.count == 1
    let count = Format.count(members.count, "session")
    switch cause.kind {
    case .place(let pattern):
      return "\(count) differ\(one ? "s" : "") at \(pattern), \(cause.since)"
    case .stop(let old, let new):
      return "\(count) stop\(one ? "s" : "") \(stopWords(old, new, other))"
    case .draws(let old, let new):
      return "\(count) draw\(one ? "s" : "") different values \(place): '\(other)' "
        + "\(old ?? Self.asRecorded), this build \(new ?? Self.asRecorded)"
    }
  }

  private static let asRecorded = "draws the recorded values"

  private func stopWords(_ old: String?, _ new: String?, _ other: String) -> String {
    switch (old, new) {
    case (nil, let reason?): "\(place) in this build: \(reason)"
    case (let reason?, nil):
      "\(place) in '\(other)', but not in this build: \(reason)"
    case (let old, let new):
      "\(place) in both builds, for different reasons: \(old ?? "") → \(new ?? "")"
    }
  }

  private var place: String {
    cause.action.map { "at \($0)" }
      ?? (cause.isAfterGap ? "at the state after a gap" : "before any action")
  }

  /// An example, and the next commands.
  fileprivate func lines(_ other: String) -> [String] {
    let (log, difference) = (example.session.path, example.difference)
    let agreed = difference.lastAgreed.map { ", the same up to step \($0)" } ?? ""
    var lines = alsoAt + samePlaceLine
    lines.append(
      "for example \(log), step \(difference.step) of \(example.session.lastStep)\(agreed)")
    lines += values.map { "  \($0)" }
    lines += example.session.later.map { "  later: \($0.placesText)" }
    lines.append(
      "to see it:     \(toolName) debug \(log.inShell), then 'goto \(difference.step)'; the same with '\(other)'"
    )
    if !fixtures.isEmpty {
      let count = Format.count(fixtures.count, "fixture")
      lines.append("to accept it:  --accept \(number), for \(count) among them")
    }
    return lines
  }

  private var alsoAt: [String] {
    let places = alsoCommon.compactMap(\.pattern)
    guard !places.isEmpty else { return [] }
    let rest = places.count - Self.shownPlaces
    return [
      "also at \(places.prefix(Self.shownPlaces).joined(separator: ", "))"
        + (rest > 0 ? " and \(Format.count(rest, "more place"))" : "")
    ]
  }

  private var samePlaceLine: [String] {
    guard !samePlace.isEmpty else { return [] }
    let noun = samePlace.count == 1 ? "group" : "groups"
    let numbers = samePlace.map(Format.count).joined(separator: ", ")
    return ["the same place as in \(noun) \(numbers), perhaps for the same reason"]
  }

  /// The example's values at the path of the group.
  private var values: [String] {
    guard let found = exampleChange else { return [] }
    let change = found.change
    if let place = found.movedTo, let element = change.old {
      return ["\(change.path): \(element.swiftText(options: .inLine)), moved to \(place)"]
    }
    return ChangeText(from: change.old, to: change.new, at: change.path).page
  }

  var exampleChange: AlignedChange? {
    guard let pattern = cause.pattern, case .values(let changes) = example.difference.fact
    else { return nil }
    return changes[pattern]
  }
}

extension BuildDifference {
  /// `step 17 (Undo)`.
  var place: String { "step \(step)\(action.map { " (\($0))" } ?? "")" }

  /// `step 17 (Undo), history.undone[*] and 2 more places`.
  fileprivate var placesText: String {
    let patterns = causes.compactMap(\.pattern).sorted()
    let more = patterns.count > 1 ? " and \(Format.count(patterns.count - 1, "more place"))" : ""
    return "\(place), \(patterns.first ?? "draws")\(more)"
  }
}

extension DifferenceCause {
  /// The path pattern, if the cause is a difference in the state.
  var pattern: String? {
    if case .place(let pattern) = kind { pattern } else { nil }
  }

  /// Whether both are at the same path of the state.
  fileprivate func isAtSamePlace(as other: DifferenceCause) -> Bool {
    pattern != nil && kind == other.kind
  }

  /// The first place where the states differ.
  fileprivate var since: String {
    action.map { "from \($0) on" }
      ?? (isAfterGap ? "in the state after a gap" : "already in the first state")
  }
}
