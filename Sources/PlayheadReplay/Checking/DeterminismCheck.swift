public import PlayheadFlux
import PlayheadFiles
public import PlayheadLog

/// Finds out whether a log always leads to the same states: those that were recorded, and the same
/// ones in every replay.
///
/// Two replays run side by replica. One goes on from the app's own initial state, as the live app did;
/// the other's states are encoded and decoded again and again, so that it shares no hidden reference
/// with anything and its sets and dictionaries lie differently in memory. Wherever their digests
/// differ, a store depends on something else than its state and its actions: the order of a set, a
/// clock read behind the environment's back, an object shared between states.
///
/// ```swift
/// let divergence = try DeterminismCheck(log, of: Shop.self).run()
/// ```
public struct DeterminismCheck {
  private let log: LogReader
  private let makePlayer: () throws -> any Replayable
  private let decoding: DecodingPolicy

  /// How many replays are compared with the first one: what depends on chance may show in the second
  /// comparison only. A set of two elements hides from one comparison half the time.
  public var comparisons = 1

  /// Told of every step of every replay, so that it can show progress, or stop by throwing.
  public var onStep: (Step) throws -> Void = { _ in }

  /// Told of every action that is passed over, in the first replay of each comparison.
  package var onIncompatibility: (ActionType, Step) -> Void = { _, _ in }

  /// Told of every run of steps that is compared: the state with which it begins, and the last action.
  package var onRun: (ClosedRange<Step>) -> Void = { _ in }

  /// A check of `log` with a fresh app of this type for each replay. `decoding` says what becomes of
  /// actions that do not fit the app as it is now.
  public init(_ log: ActionLog, of app: any ReplayableApp.Type, decoding: DecodingPolicy = .usual) {
    self.init(log.reader, of: app, decoding: decoding)
  }

  /// The same for a log that a tool has opened.
  package init(_ log: LogReader, of app: any ReplayableApp.Type, decoding: DecodingPolicy = .usual)
  {
    self.init(log, decoding: decoding) { try DispatcherPlayer(app) }
  }

  /// A check of `log` with what `player` makes, afresh for each replay. `decoding` says what becomes of
  /// actions that do not fit the app as it is now.
  public init(
    _ log: ActionLog, decoding: DecodingPolicy = .usual,
    with player: @escaping () throws -> any Replayable
  ) {
    self.init(log.reader, decoding: decoding, with: player)
  }

  /// The same for a log that a tool has opened.
  package init(
    _ log: LogReader, decoding: DecodingPolicy = .usual,
    with player: @escaping () throws -> any Replayable
  ) {
    self.log = log
    self.decoding = decoding
    makePlayer = player
  }

  /// The first divergence found, if there is one. Throws `LogError` and `ReplayError` if the log
  /// cannot be replayed at all.
  ///
  /// An action that the app was not done with when it stopped cannot be compared, and is passed over.
  /// Recorded digests of stores whose states have another form now are not compared, nor any behind an
  /// action that was passed over.
  public func run() throws -> Divergence? {
    if decoding == .strict { try Compatibility(log, with: try makePlayer()).requireFine(of: log) }
    // Damage that was found on the way would be a new start for both replays.
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

  /// Compares two replays; step by step after `start`, which precedes a divergence known already.
  private func compare(closelyAfter start: Step?, shift: Int) throws -> Divergence? {
    var comparison = try Comparison(log, makePlayer, decoding, closelyAfter: start, shift: shift)
    comparison.onStep = onStep
    comparison.onIncompatibility = onIncompatibility
    comparison.onRun = onRun
    guard let (divergence, lastAgreed) = try comparison.run() else { return nil }
    guard divergence.mayHaveBegunEarlier, lastAgreed.next < divergence.step else {
      return divergence
    }
    // Something differs after `lastAgreed`. To see where it began, go there again and look closer;
    // what depends on chance may begin earlier this time, or take a few attempts.
    for attempt in 0..<Self.attempts {
      let closer = try compare(
        closelyAfter: min(lastAgreed, start ?? lastAgreed), shift: shift + attempt)
      if let closer { return closer.step < divergence.step ? closer : divergence }
    }
    return divergence
  }

  /// Each comparison has its memory elsewhere than the one before. More shifts than this would take more time and memory, and
  /// show nothing new.
  private static let shifts = 16

  /// A difference that comes in half of all replays is seen again with a chance of 15 in 16.
  private static let attempts = 4
}

extension Divergence {
  /// Whether states may have differed before: they are not compared at every step. What differs from
  /// the recording alone cannot be looked at closer than its digests allow.
  fileprivate var mayHaveBegunEarlier: Bool {
    if case .fromRecording = evidence { return false }
    return true
  }
}
