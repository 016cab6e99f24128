import PlayheadReplay
import PlayheadValues

extension ComparisonReport {
  /// How many differ, and each group with an example.
  func show(on console: Console) throws {
    try console.print("\(head)")
    for group in groups {
      let title = StyledText("group \(group.number)", .bold)
      try console.print("\n\(title): \(group.title(other.path))")
      for line in group.lines(other.path) { try console.print("  \(line)") }
    }
    guard groups.contains(where: { $0.exampleChange != nil }) else { return }
    try console.print("\nvalues are those in '\(other.path)' → in this build")
  }

  /// How many are the same, and how many differ.
  var head: String {
    let all = Format.count(total, "session")
    let isAll = sessions.count == total
    let compared = isAll ? all : "\(Format.count(sessions.count)) of \(all)"
    let stops = sessions.count { $0.commonStop != nil }
    let rest =
      stops == 0
      ? "" : "; \(Format.count(stops)) of those stop\(stops == 1 ? "s" : "") in both alike"
    return (isStopped ? "stopped after " : "") + "\(compared): \(counts)\(rest)"
  }

  private var counts: String {
    if sessions.isEmpty { return "nothing to compare" }
    if groups.isEmpty { return "the same in both builds" }
    let differing = sessions.count - sameCount
    return "\(Format.count(sameCount)) the same, \(Format.count(differing)) "
      + "differ\(differing == 1 ? "s" : "") in \(Format.count(groups.count, "group"))"
  }
}

extension SessionGroup {
  /// As many places as one takes in.
  private static let shownPlaces = 3

  /// How many, and what they have in common.
  fileprivate func title(_ other: String) -> String {
    let one = members.count == 1
    let count = Format.count(members.count, "session")
    switch cause.kind {
    case .place(let pattern):
      return "\(count) differ\(one ? "s" : "") at \(pattern), \(cause.since)"
    case .stop(let old, let new):
      return "\(count) stop\(one ? "s" : "") \(stopWords(old, new, other))"
    case .draws(let old, let new):
      return "\(count) draw\(one ? "s" : "") other values \(place): '\(other)' "
        + "\(old ?? Self.asRecorded), this build \(new ?? Self.asRecorded)"
    }
  }

  private static let asRecorded = "draws as it was recorded"

  private func stopWords(_ old: String?, _ new: String?, _ other: String) -> String {
    switch (old, new) {
    case (nil, let reason?): "\(place) in this build: \(reason)"
    case (let reason?, nil):
      "\(place) in '\(other)', and not in this build: \(reason)"
    case (let old, let new):
      "\(place) in both builds, each for a reason of its own: \(old ?? "") → \(new ?? "")"
    }
  }

  private var place: String {
    cause.action.map { "at \($0)" }
      ?? (cause.isBehindGap ? "at the state behind a gap" : "before any action")
  }

  /// An example, and how to go on from it.
  fileprivate func lines(_ other: String) -> [String] {
    let (log, difference) = (example.session.path, example.difference)
    let agreed = difference.lastAgreed.map { ", the same up to step \($0)" } ?? ""
    var lines = alsoAt + samePlaceLine
    lines.append(
      "for example \(log), step \(difference.step) of \(example.session.actionCount)\(agreed)")
    lines += values.map { "  \($0)" }
    lines += example.session.later.map { "  later: \($0.placesText)" }
    lines.append(
      "to see it:     \(toolName) debug \(log.inShell), then 'goto \(difference.step)'; with '\(other)' as well"
    )
    if !fixtures.isEmpty {
      let count = Format.count(fixtures.count, "fixture")
      lines.append("to accept it:  --accept \(number), for \(count) among them")
    }
    return lines
  }

  private var alsoAt: [String] {
    let places = alsoCommon.compactMap { cause in
      if case .place(let pattern) = cause.kind { pattern } else { nil }
    }
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

  /// What the example has at the place that all have in common.
  private var values: [String] {
    guard let change = exampleChange else { return [] }
    return ChangeText(from: change.old, to: change.new, at: change.path).page
  }

  var exampleChange: Change? {
    guard case .place(let pattern) = cause.kind, case .values(let changes) = example.difference.fact
    else { return nil }
    return changes[pattern]
  }
}

extension BuildDifference {
  /// `step 17 (Undo), history.undone[*] and 2 more places`.
  fileprivate var placesText: String {
    let patterns = causes.compactMap { cause in
      if case .place(let pattern) = cause.kind { pattern } else { nil }
    }.sorted()
    let more = patterns.count > 1 ? " and \(Format.count(patterns.count - 1, "more place"))" : ""
    return "step \(step)\(action.map { " (\($0))" } ?? ""), \(patterns.first ?? "draws")\(more)"
  }
}

extension DifferenceCause {
  /// From where on states differ.
  fileprivate var since: String {
    action.map { "from \($0) on" }
      ?? (isBehindGap ? "in the state behind a gap" : "in the first state already")
  }
}
