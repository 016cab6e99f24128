/// Sessions that differ for the same reason, as far as can be told.
package struct DifferenceGroup: Sendable, Equatable {
  /// What they have in common.
  package var cause: DifferenceCause
  /// What else all of them have in common, in order.
  package var alsoCommon: [DifferenceCause]
  /// Their numbers, ascending.
  package var members: [Int]

  /// Few groups that explain all sessions, of which each is given by what its difference may be put down to:
  /// what most of them have is one reason, and so on with those that are left; a reason without which the others
  /// still explain all is none. Fewer may do in rare cases, which finding out would take for ever. The largest group
  /// comes first; the same sessions give the same groups in the same order. What one change brings about at several
  /// places, here at these and there at those, is one group so, wherever most have a place in common.
  ///
  /// Takes time for each cause of each session, and for all that are left at each group.
  package static func groups(of sessions: [Set<DifferenceCause>]) -> [DifferenceGroup] {
    let needed = withoutNeedless(shares(of: sessions).map(\.cause), of: sessions)
    return shares(of: sessions.map(needed.intersection)).map { cause, members in
      DifferenceGroup(cause, members, sessions)
    }
  }

  /// Causes that explain all sessions, each with those that none before it does, the most first.
  private static func shares(
    of sessions: [Set<DifferenceCause>]
  ) -> [(cause: DifferenceCause, members: Set<Int>)] {
    var holders: [DifferenceCause: Set<Int>] = [:]
    for (number, causes) in sessions.enumerated() {
      for cause in causes { holders[cause, default: []].insert(number) }
    }
    var shares: [(cause: DifferenceCause, members: Set<Int>)] = []
    while let next = holders.max(by: { weight($0) < weight($1) }) {
      shares.append((next.key, next.value))
      for number in next.value {
        for cause in sessions[number] {
          holders[cause]?.remove(number)
          if holders[cause]?.isEmpty == true { holders[cause] = nil }
        }
      }
    }
    return shares
  }

  /// Those without which not all sessions would be explained; the first are left out first.
  private static func withoutNeedless(
    _ causes: [DifferenceCause], of sessions: [Set<DifferenceCause>]
  ) -> Set<DifferenceCause> {
    var kept = Set(causes)
    let sessions = sessions.map { $0.intersection(kept) }
    for cause in causes {
      let isNeeded = sessions.contains { session in
        session.contains(cause) && session.intersection(kept).count == 1
      }
      if !isNeeded { kept.remove(cause) }
    }
    return kept
  }

  private init(
    _ cause: DifferenceCause, _ members: Set<Int>, _ sessions: [Set<DifferenceCause>]
  ) {
    self.cause = cause
    self.members = members.sorted()
    let common = members.map { sessions[$0] }.reduce(nil) { common, causes in
      common?.intersection(causes) ?? causes
    }
    alsoCommon = (common ?? []).subtracting([cause]).sorted()
  }

  /// By how many hold it; of two with as many the first in order is the heavier.
  private static func weight(_ entry: (key: DifferenceCause, value: Set<Int>)) -> Weight {
    Weight(count: entry.value.count, cause: entry.key)
  }

  private struct Weight: Comparable {
    var count: Int
    var cause: DifferenceCause

    static func < (left: Weight, right: Weight) -> Bool {
      left.count == right.count ? left.cause > right.cause : left.count < right.count
    }
  }
}
