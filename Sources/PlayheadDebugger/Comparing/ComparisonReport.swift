import PlayheadLog
import PlayheadReplay

/// What came of comparing sessions: which are the same, and for which reasons the others differ.
struct ComparisonReport {
  /// Those that could be compared, in the order in which they were given.
  let sessions: [ComparedSession]
  /// How many there were.
  let total: Int
  /// Whether somebody stopped it before all were compared.
  let isStopped: Bool
  /// The other build.
  let other: OtherBuild
  /// Why they differ; the first has most sessions.
  let groups: [SessionGroup]

  init(_ sessions: [ComparedSession], of total: Int, isStopped: Bool, with other: OtherBuild) {
    (self.sessions, self.total, self.isStopped, self.other) = (sessions, total, isStopped, other)
    let differing = sessions.compactMap { session in
      session.difference.map { DifferingSession(session: session, difference: $0) }
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

  /// How many are the same.
  var sameCount: Int { sessions.count { $0.difference == nil } }

  /// How the command ends.
  var exitCode: ExitCode { groups.isEmpty && !isStopped ? .good : .badAnswer }
}

/// A session that differs.
struct DifferingSession {
  let session: ComparedSession
  let difference: BuildDifference
}

/// Sessions that differ for one reason.
struct SessionGroup {
  /// Its number, from 1.
  let number: Int
  let cause: DifferenceCause
  /// What else differs in all of them.
  let alsoCommon: [DifferenceCause]
  /// The groups that differ at the same place from another action on: perhaps for the same reason.
  let samePlace: [Int]
  /// In the order in which they were given.
  let members: [DifferingSession]
  /// The one that is shown: that which differs soonest, and of several the shortest.
  let example: DifferingSession

  init(
    number: Int, _ group: DifferenceGroup, _ members: [DifferingSession], samePlace: [Int]
  ) {
    (self.number, self.members, self.samePlace) = (number, members, samePlace)
    (cause, alsoCommon) = (group.cause, group.alsoCommon)
    example = members.dropFirst().reduce(members[0]) { best, next in
      next.effort < best.effort ? next : best
    }
  }
}

extension DifferingSession {
  /// What it takes to look at it.
  fileprivate var effort: (UInt64, Int) { (difference.step.number, session.actionCount) }
}

extension DifferenceCause {
  /// Whether both are about the same place of the state.
  fileprivate func isAtSamePlace(as other: DifferenceCause) -> Bool {
    if case .place = kind { kind == other.kind } else { false }
  }
}
