/// Something besides its state and its actions that a store may depend on, and that can be varied alone.
package enum RunFactor: String, Codable, Sendable, CaseIterable, Hashable {
  /// The seed of Swift's hashes, and with it the order of sets and dictionaries.
  case hashSeed
  /// Where in memory things are.
  case addresses
  /// The clock.
  case clock
  /// The time zone.
  case timeZone
  /// The language, and what goes with it.
  case locale
  /// The thread on which actions are handled.
  case thread
  /// A replay in the same process before: what it left behind outside of stores.
  case secondReplay
  /// Each action applied to a copy of the state first: what states share.
  case doubleApplication
  /// Whether observers hear of what is replayed.
  case observers

  /// Whether it is about how a log is replayed; all else is about the process.
  package var isWay: Bool {
    switch self {
    case .thread, .secondReplay, .doubleApplication, .observers: true
    case .hashSeed, .addresses, .clock, .timeZone, .locale: false
    }
  }

  /// In how many processes it is varied, so that what it brings about shows.
  var processCount: Int {
    switch self {
    // What comes about in half of all processes is missed by 16 once in 65,536 times.
    case .hashSeed: 16
    // Hardly ever the same twice.
    case .addresses: 4
    case .clock, .timeZone, .locale, .thread, .secondReplay, .doubleApplication, .observers: 1
    }
  }
}

/// The conditions under which a process replays.
package struct RunConditions: Hashable, Sendable {
  /// What differs from one such process to the next.
  package enum Clock: Sendable { case usual, moved, stopped, stoppedElsewhere }

  /// Whether each process has a seed of its own for hashes.
  package var hasFreshSeed = true
  /// Whether each process has its memory elsewhere.
  package var hasFreshAddresses = true
  package var clock = Clock.usual
  package var isInOtherZone = false
  package var isInOtherLocale = false

  /// As any process: with a seed and addresses of its own.
  package static let usual = RunConditions()

  /// With all held still that can be.
  package static let held = RunConditions(
    hasFreshSeed: false, hasFreshAddresses: false, clock: .stopped)

  /// The same with one thing other than in these.
  package func varying(_ factor: RunFactor) -> RunConditions {
    var other = self
    switch factor {
    case .hashSeed: other.hasFreshSeed = true
    case .addresses: other.hasFreshAddresses = true
    case .clock: other.clock = clock == .usual ? .moved : .stoppedElsewhere
    case .timeZone: other.isInOtherZone = true
    case .locale: other.isInOtherLocale = true
    case .thread, .secondReplay, .doubleApplication, .observers: break
    }
    return other
  }
}
