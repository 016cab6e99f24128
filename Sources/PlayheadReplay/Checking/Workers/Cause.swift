/// The cause of a divergence, and the evidence for it.
package struct Cause: Sendable, Hashable {
  /// The class of the cause.
  package enum Kind: String, Sendable, CaseIterable {
    /// The order of a set or dictionary comes into a state.
    case hashOrder
    /// A place in memory does: an object's identity, a pointer.
    case addresses
    /// A clock is read that is not the context's.
    case clock
    /// The time zone of the device is read.
    case timeZone
    /// Its language is.
    case locale
    /// It matters on which thread actions are handled.
    case thread
    /// Something is kept outside of the stores' states.
    case outsideState
    /// An object is shared by states.
    case sharedReference
    /// An observer tells a store something.
    case observers
    /// A random number or a UUID is made without the context.
    case random
    /// A state does not survive encoding and decoding.
    case roundTrip
    /// The context is asked for something else than was recorded.
    case draws
    /// Replays agree with each other, and not with the recording.
    case recording
    /// Nothing that was varied brings it about.
    case unknown
  }

  /// What came of varying one thing while all else was held.
  package struct Trial: Sendable, Hashable {
    /// What was varied; nil where all was held.
    package var factor: RunFactor?
    /// How many processes took part.
    package var runs: Int
    /// How many different states they came to.
    package var states: Int
    /// Whether one of them is not what it was with all held.
    package var differs: Bool

    package init(factor: RunFactor?, runs: Int, states: Int, differs: Bool) {
      (self.factor, self.runs, self.states, self.differs) = (factor, runs, states, differs)
    }
  }

  package var kinds: [Kind]
  /// What was tried, that with all held first.
  package var trials: [Trial] = []
  /// What could be neither held nor varied on this system.
  package var notHeld: Set<RunFactor> = []
  /// Why it was not found out: the end of a sentence.
  package var obstacle: String?

  /// What an inspection within one process tells by itself.
  package init(_ kind: Kind) { kinds = [kind] }

  /// None that is known, as something kept it from being found out: the end of a sentence.
  package init(obstacle: String) {
    kinds = [.unknown]
    self.obstacle = obstacle
  }

  /// What these trials tell; `hasSharedObject` says that a state that was put aside changed at that step.
  package init(trials: [Trial], notHeld: Set<RunFactor>, hasSharedObject: Bool) {
    (self.trials, self.notHeld) = (trials, notHeld)
    guard let held = trials.first, held.factor == nil, held.runs > 0 else {
      kinds = [.unknown]
      obstacle = "the log could not be replayed with all held still"
      return
    }
    guard held.states == 1 else {
      kinds = [.random]
      return
    }
    let factors = trials.filter(\.differs).compactMap(\.factor)
    kinds = Self.kinds(of: factors, hasSharedObject: hasSharedObject)
  }

  /// The class of what is caused by these; what merely comes along with another is left out.
  private static func kinds(of factors: [RunFactor], hasSharedObject: Bool) -> [Kind] {
    // Whatever else is varied, something is elsewhere in memory.
    if factors.contains(.addresses) { return [.addresses] }
    let ways = factors.filter(\.isWay)
    let kinds = factors.filter { !$0.isWay }.map(kind)
    if ways.contains(.observers) { return kinds + [.observers] }
    if ways.contains(.secondReplay) { return kinds + [.outsideState] }
    if ways.contains(.thread) { return kinds + [.thread] }
    if ways.contains(.doubleApplication) {
      return kinds + [hasSharedObject ? .sharedReference : .outsideState]
    }
    return kinds.isEmpty ? [.unknown] : kinds
  }

  private static func kind(_ factor: RunFactor) -> Kind {
    switch factor {
    case .hashSeed: .hashOrder
    case .addresses: .addresses
    case .clock: .clock
    case .timeZone: .timeZone
    case .locale: .locale
    case .thread: .thread
    case .secondReplay: .outsideState
    case .doubleApplication: .sharedReference
    case .observers: .observers
    }
  }
}

extension Cause {
  /// What a difference that came to light in one process alone is caused by; nil if it takes more to tell.
  package init?(_ evidence: Divergence.Evidence) {
    switch evidence {
    case .betweenReplays: return nil
    case .sharedOverTime: self.init(Kind.sharedReference)
    case .roundTrip: self.init(Kind.roundTrip)
    case .fromRecording: self.init(Kind.recording)
    case .draws: self.init(Kind.draws)
    }
  }
}

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
