public import PlayheadFlux
package import PlayheadReading
public import PlayheadLog

/// Checks whether a log always leads to the same states: the recorded ones, and the same in every replay.
///
/// Two replays run side by side. One starts from the app's own initial state, as the live app did. The
/// other's states are encoded and decoded again and again, so that they share no hidden reference with
/// anything and their sets and dictionaries lie elsewhere in memory. If digests differ, a store depends on
/// something other than its state and its actions: the order of a set, a clock other than the context's, an
/// object shared between states.
///
/// ```swift
/// let divergence = try DeterminismCheck(log, of: Shop.self).run()
/// ```
public struct DeterminismCheck {
  private let log: any ActionSource
  private let makePlayer: () throws -> any Replayable
  private let decoding: DecodingPolicy

  /// How many replays are compared with the first one. Random differences may show only in a later
  /// comparison: one comparison misses the order of a set of two elements half the time.
  public var comparisons = 1

  /// Called at every step of every replay, to show progress or to stop by throwing.
  public var onStep: (Step) throws -> Void = { _ in }

  /// Called for every skipped action, in the first replay of each comparison.
  package var onIncompatibility: (ActionType, Step) -> Void = { _, _ in }

  /// Called for every state that cannot be encoded to be compared.
  package var onUnshown: (UnshownState) -> Void = { _ in }

  /// Called for every compared run of steps: from the state it begins with to the last action.
  package var onRun: (ClosedRange<Step>) -> Void = { _ in }

  /// A check of `log` with a new app of this type for each replay. `decoding` says what becomes of actions
  /// that do not fit this build.
  public init(_ log: ActionLog, of app: any ReplayableApp.Type, decoding: DecodingPolicy = .usual) {
    self.init(log.source, of: app, decoding: decoding)
  }

  /// The same, for a log that a tool opened.
  package init(
    _ log: any ActionSource, of app: any ReplayableApp.Type, decoding: DecodingPolicy = .usual
  ) {
    self.init(log, decoding: decoding) { try DispatcherPlayer(app) }
  }

  /// A check of `log` with a new player for each replay. `decoding` says what becomes of unfit actions.
  public init(
    _ log: ActionLog, decoding: DecodingPolicy = .usual,
    with player: @escaping () throws -> any Replayable
  ) {
    self.init(log.source, decoding: decoding, with: player)
  }

  /// The same, for a log that a tool opened.
  package init(
    _ log: any ActionSource, decoding: DecodingPolicy = .usual,
    with player: @escaping () throws -> any Replayable
  ) {
    self.log = log
    self.decoding = decoding
    makePlayer = player
  }

  /// The first divergence, if any. Throws `LogError` and `ReplayError` if the log cannot be replayed at all.
  ///
  /// Skips actions that the app had not finished when it stopped. Does not compare recorded digests of stores
  /// whose states have another form now, nor any digests after a skipped action.
  public func run() throws -> Divergence? {
    try decoding.require(log, for: makePlayer())
    // Damage found on the way would restart both replays.
    try log.findDamage()
    for number in 1...max(comparisons, 1) {
      if let divergence = try compare(
        closelyAfter: nil, shift: 1 + (number - 1) % Self.shifts)
      {
        return divergence
      }
    }
    return nil
  }

  /// Compares two replays. After `start`, which precedes a known divergence, compares them at every step.
  private func compare(closelyAfter start: Step?, shift: Int) throws -> Divergence? {
    var comparison = try Comparison(log, makePlayer, decoding, closelyAfter: start, shift: shift)
    comparison.onStep = onStep
    comparison.onIncompatibility = onIncompatibility
    comparison.onRun = onRun
    comparison.onUnshown = onUnshown
    guard let (divergence, lastAgreed) = try comparison.run() else { return nil }
    guard divergence.mayHaveBegunEarlier, lastAgreed.next < divergence.step else {
      return divergence
    }
    // Something differs after `lastAgreed`. Replay it again and compare every step to see where it began.
    // A random difference may begin earlier this time, or take a few attempts.
    for attempt in 0..<Self.attempts {
      let closer = try compare(
        closelyAfter: min(lastAgreed, start ?? lastAgreed), shift: shift + attempt)
      if let closer { return closer.step < divergence.step ? closer : divergence }
    }
    return divergence
  }

  /// Each comparison shifts the memory more than the one before. More than 16 shifts would cost time and
  /// memory and show nothing new.
  private static let shifts = 16

  /// Four attempts see a difference that comes in half of all replays with a chance of 15 in 16.
  private static let attempts = 4
}

extension Divergence {
  /// Whether states may have differed before, because not every step is compared. Where only the recording
  /// differs, its digests are all there is to compare.
  fileprivate var mayHaveBegunEarlier: Bool {
    if case .fromRecording = evidence { return false }
    return true
  }
}
