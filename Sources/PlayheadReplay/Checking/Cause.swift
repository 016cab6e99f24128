/// The cause of a divergence, and the evidence for it.
package struct Cause: Codable, Sendable, Hashable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// The order of a set or dictionary gets into a state.
    case hashOrder
    /// A place in memory gets into a state: an object's identity, a pointer.
    case addresses
    /// A store reads a clock other than the context's.
    case clock
    /// A store reads the time zone of the device.
    case timeZone
    /// A store reads the language of the device.
    case locale
    /// The result depends on the thread that handles actions.
    case thread
    /// A store keeps something outside its state.
    case outsideState
    /// States share an object.
    case sharedReference
    /// An observer changes what a store does.
    case observers
    /// A store makes a random number or a UUID without the context.
    case random
    /// A state changes when it is encoded and decoded.
    case roundTrip
    /// A store draws other values from the context than were recorded.
    case draws
    /// The log has a value that is read as another type than it was written as.
    case decoding
    /// Replays agree with each other, but not with the recording.
    case recording
    /// None of the varied factors causes it.
    case unknown
  }

  /// The result of varying one factor while all others were held.
  package struct Trial: Codable, Sendable, Hashable {
    /// The factor that was varied; nil if all were held.
    package var factor: Perturbation?
    /// The number of processes.
    package var runs: Int
    /// The number of different states they reached.
    package var states: Int
    /// Whether one of these states differs from those with all factors held.
    package var differs: Bool

    package init(factor: Perturbation?, runs: Int, states: Int, differs: Bool) {
      (self.factor, self.runs, self.states, self.differs) = (factor, runs, states, differs)
    }
  }

  package var kinds: [Kind]
  /// The trials; the first holds all factors.
  package var trials: [Trial] = []
  /// The perturbations that this system can neither hold nor vary.
  package var uncontrolled: Set<Perturbation> = []
  /// Why the cause is unknown: the end of a sentence.
  package var obstacle: String?
  /// Which values are read as other types, in sentences.
  package var conversions: [String] = []

  /// A cause that an inspection within one process found.
  package init(_ kind: Kind) { kinds = [kind] }

  /// The cause that values are read as other types than they were written as; nil if none is.
  init?(_ conversions: [Compatibility.Change]) {
    guard !conversions.isEmpty else { return nil }
    kinds = [.decoding]
    self.conversions = conversions.map { "\($0.subject): \($0.fact)" }
  }

  /// An unknown cause, with the reason why: the end of a sentence.
  package init(obstacle: String) {
    kinds = [.unknown]
    self.obstacle = obstacle
  }

  /// The cause that these trials show. `hasSharedObject` says that a kept state changed at that step.
  package init(trials: [Trial], uncontrolled: Set<Perturbation>, hasSharedObject: Bool) {
    (self.trials, self.uncontrolled) = (trials, uncontrolled)
    guard let held = trials.first, held.factor == nil, held.runs > 0 else {
      kinds = [.unknown]
      obstacle = "the log could not be replayed with everything held constant"
      return
    }
    guard held.states == 1 else {
      kinds = [.random]
      return
    }
    let factors = trials.filter(\.differs).compactMap(\.factor)
    kinds = Self.kinds(of: factors, hasSharedObject: hasSharedObject)
  }

  /// The kinds for these factors, without side effects of other factors.
  private static func kinds(of factors: [Perturbation], hasSharedObject: Bool) -> [Kind] {
    // Varying any other factor moves something in memory too.
    if factors.contains(.addresses) { return [.addresses] }
    let ofReplay = factors.filter(\.isOfReplay)
    let kinds = factors.filter { !$0.isOfReplay }.map(kind)
    if ofReplay.contains(.observers) { return kinds + [.observers] }
    if ofReplay.contains(.secondReplay) { return kinds + [.outsideState] }
    if ofReplay.contains(.thread) { return kinds + [.thread] }
    if ofReplay.contains(.doubleApplication) {
      return kinds + [hasSharedObject ? .sharedReference : .outsideState]
    }
    return kinds.isEmpty ? [.unknown] : kinds
  }

  private static func kind(_ factor: Perturbation) -> Kind {
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
  /// The cause of a difference that was found in one process; nil if more is needed to tell.
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
  typealias Setting = (conditions: RunConditions, perturbations: Set<Perturbation>)

  /// Workers whose states differ because of this cause, set up as `check` sets them up, not only with all
  /// factors held. Nil if replays agree and only a recording differs.
  var workers: [Setting]? {
    let held: Setting = (.held, [])
    switch kinds.first {
    case .decoding, .recording, .draws, nil: return nil
    case .random: return Array(repeating: held, count: 4)
    // The worker differs from itself.
    default: if trials.isEmpty, obstacle == nil { return [held] }
    }
    let factors = trials.filter(\.differs).compactMap(\.factor)
    let isAmongThemselves = factors.contains { $0.processCount > 1 }
    return (isAmongThemselves ? [] : [held])
      + (factors.isEmpty ? Perturbation.allCases : factors).flatMap { factor in
        Array(
          repeating: (RunConditions.held.varying(factor), factor.isOfReplay ? [factor] : []),
          count: factor.processCount)
      }
  }

  /// Whether replays differ from each other, or one from itself, and not only from a recording.
  package var isBetweenReplays: Bool { workers != nil }

  /// How many times to replay before a difference shows.
  var attempts: Int { kinds.contains(.random) ? 4 : 1 }

  /// How many other workers have to see a difference again. Among many sessions, one may show a rare one.
  var confirmations: Int { kinds.contains(.addresses) ? 3 : 0 }
}
