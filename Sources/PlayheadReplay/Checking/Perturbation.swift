/// What a store may depend on, besides its state and its actions, and that can be varied alone.
package enum Perturbation: String, Codable, Sendable, CaseIterable, Hashable {
  /// The seed of Swift's hashes, and with it the order of sets and dictionaries.
  case hashSeed
  /// The addresses of values in memory.
  case addresses
  /// The clock.
  case clock
  /// The time zone.
  case timeZone
  /// The language and region.
  case locale
  /// The thread on which actions are handled.
  case thread
  /// An earlier replay in the same process: what it left outside stores.
  case secondReplay
  /// Applying each action to a copy of the state first: what states share.
  case doubleApplication
  /// Whether observers are notified of replayed actions.
  case observers

  /// Whether the factor is about how a log is replayed. All others are about the process.
  package var isOfReplay: Bool {
    switch self {
    case .thread, .secondReplay, .doubleApplication, .observers: true
    case .hashSeed, .addresses, .clock, .timeZone, .locale: false
    }
  }

  /// How many processes vary the factor, so that its effect shows.
  var processCount: Int {
    switch self {
    // 16 processes miss an effect that comes in half of all processes once in 65,536 times.
    case .hashSeed: 16
    // Addresses are hardly ever the same twice.
    case .addresses: 4
    case .clock, .timeZone, .locale, .thread, .secondReplay, .doubleApplication, .observers: 1
    }
  }
}

/// The conditions under which a process replays.
package struct RunConditions: Hashable, Sendable {
  /// The clock of a process.
  package enum Clock: Sendable { case usual, moved, stopped, stoppedElsewhere }

  /// Whether each process has its own hash seed.
  package var hasFreshSeed = true
  /// Whether each process has other addresses in memory.
  package var hasFreshAddresses = true
  package var clock = Clock.usual
  package var isInOtherZone = false
  package var isInOtherLocale = false

  /// The conditions of any process: with its own hash seed and addresses.
  package static let usual = RunConditions()

  /// All factors held that can be.
  package static let held = RunConditions(
    hasFreshSeed: false, hasFreshAddresses: false, clock: .stopped)

  /// These conditions with one factor varied.
  package func varying(_ factor: Perturbation) -> RunConditions {
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
