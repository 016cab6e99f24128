/// Sessions that differ for the same reason, as far as can be seen.
package struct DifferenceGroup<Cause: Hashable & Comparable & Sendable>: Sendable, Equatable {
  /// The common cause.
  package var cause: Cause
  /// What else all of them have in common, in order.
  package var alsoCommon: [Cause]
  /// The numbers of the sessions, ascending.
  package var members: [Int]

  /// Finds few groups that explain all sessions. Each session is a set of possible causes.
  ///
  /// Takes the most frequent cause as a reason, then that of the sessions left, and drops reasons that others
  /// make needless. In rare cases fewer groups would do, but finding them would take forever. The largest
  /// group comes first; the same sessions give the same groups in the same order. A change that shows at
  /// different places makes one group if most of its sessions have a place in common.
  ///
  /// Takes time for each cause of each session, and for all sessions left at each group.
  package static func groups(of sessions: [Set<Cause>]) -> [DifferenceGroup] {
    let needed = withoutNeedless(shares(of: sessions).map(\.cause), of: sessions)
    return shares(of: sessions.map(needed.intersection)).map { cause, members in
      DifferenceGroup(cause, members, sessions)
    }
  }

  /// Causes that explain all sessions, the most frequent first, each with the sessions still unexplained.
  private static func shares(
    of sessions: [Set<Cause>]
  ) -> [(cause: Cause, members: Set<Int>)] {
    var holders: [Cause: Set<Int>] = [:]
    for (number, causes) in sessions.enumerated() {
      for cause in causes { holders[cause, default: []].insert(number) }
    }
    var shares: [(cause: Cause, members: Set<Int>)] = []
    // Of two causes with as many sessions, the first in order counts more.
    while let next = holders.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) {
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

  /// The causes without those that are not needed to explain all sessions. Drops the first ones first.
  private static func withoutNeedless(
    _ causes: [Cause], of sessions: [Set<Cause>]
  ) -> Set<Cause> {
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
    _ cause: Cause, _ members: Set<Int>, _ sessions: [Set<Cause>]
  ) {
    self.cause = cause
    self.members = members.sorted()
    let common = members.map { sessions[$0] }.reduce(nil) { common, causes in
      common?.intersection(causes) ?? causes
    }
    alsoCommon = (common ?? []).subtracting([cause]).sorted()
  }
}
