extension Cause {
  /// How a worker is started, and how it replays.
  typealias Setting = (conditions: RunConditions, ways: Set<RunFactor>)

  /// Workers whose states differ, for this cause: as `check` finds one, not only by holding all still. Nil where
  /// replays agree, and only a recording says something else.
  var workers: [Setting]? {
    let held: Setting = (.held, [])
    switch kinds.first {
    case .recording, .draws, nil: return nil
    case .random: return Array(repeating: held, count: 4)
    // One of itself.
    default: if trials.isEmpty, obstacle == nil { return [held] }
    }
    let factors = trials.filter(\.differs).compactMap(\.factor)
    let isAmongThemselves = factors.contains { $0.processCount > 1 }
    return (isAmongThemselves ? [] : [held])
      + (factors.isEmpty ? RunFactor.allCases : factors).flatMap { factor in
        Array(
          repeating: (RunConditions.held.varying(factor), factor.isWay ? [factor] : []),
          count: factor.processCount)
      }
  }

  /// Whether replays differ from each other, or one from itself, and not only from a recording.
  package var isBetweenReplays: Bool { workers != nil }

  /// How often replays may have to be made for a difference to show.
  var attempts: Int { kinds.contains(.random) ? 4 : 1 }

  /// By how many other workers a difference has to be seen again: of many sessions that are tried one may happen
  /// to show what hardly ever comes.
  var confirmations: Int { kinds.contains(.addresses) ? 3 : 0 }
}
