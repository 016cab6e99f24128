import PlayheadReading
import PlayheadLog

/// One of the replays that are compared.
struct Replica {
  let player: any Replayable
  private let timeline: Timeline

  init(_ log: any ActionSource, _ player: any Replayable, _ decoding: DecodingPolicy) throws {
    self.player = player
    timeline = try Timeline(log, player, decoding, storeLists: log.storeLists.ofActions)
  }

  /// A replica at the log's first state: the app's own initial state, if it is the same.
  static func beginning(
    _ log: any ActionSource, _ makePlayer: () throws -> any Replayable, _ decoding: DecodingPolicy
  ) throws -> (Replica, Step) {
    let own = try Replica(log, try makePlayer(), decoding)
    let restored = try Replica(log, try makePlayer(), decoding)
    let first = try restored.restoreInitial()
    let encoding = StateEncoding()
    let isSame =
      encoding.comparableBytes(of: own.player.states, own.player.stores, at: first)
      == encoding.comparableBytes(of: restored.player.states, restored.player.stores, at: first)
    return (isSame ? own : restored, first)
  }

  /// Which stores handle which actions.
  var storeLists: StoreListHistory { timeline.storeLists }

  /// The player's part for the store with this number; nil if the player no longer has the store.
  func part(ofStore number: Int) -> Int? { timeline.part(ofStore: number) }

  /// Whether the recorded digests of the store with this number can be compared with a replay's.
  func hasComparableDigests(store: Int) -> Bool { timeline.isPresentForm(store: store) }

  /// The runs of actions that can be replayed, each from a state in the log.
  var reachable: [ClosedRange<Step>] { timeline.reachable }

  /// Sets the log's first states, and returns their step.
  @discardableResult func restoreInitial() throws -> Step {
    let first = try timeline.firstCheckpoint().step
    try restore(at: first)
    return first
  }

  /// Sets the log's states for `step`.
  func restore(at step: Step) throws {
    // Fails early if the stores right after the step, whose states these are, cannot be read.
    _ = try timeline.log.storeLists.stretch(after: step)
    let checkpoint = try timeline.checkpoint(atOrBefore: step)
    guard checkpoint.step == step else { throw ReplayError.noState(step: step) }
    try restore(timeline.states(of: checkpoint).all, at: step)
  }

  /// Sets the states of `step`.
  func restore(_ states: [any Codable & Sendable], at step: Step) throws {
    try timeline.restore(states, at: step)
  }

  /// Applies the actions up to `target`, and calls `visit` for each. Returns the first with different draws.
  func play(
    from position: Step, to target: Step,
    _ visit: (LoggedAction, Timeline.StepResult) throws -> Void
  ) throws -> (step: Step, fault: DrawFault)? {
    var first: (step: Step, fault: DrawFault)?
    try timeline.play(from: position, to: target) { action, result in
      if let fault = result.fault, first == nil { first = (action.step, fault) }
      try visit(action, result)
    }
    return first
  }
}
