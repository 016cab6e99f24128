package import PlayheadReading
package import PlayheadLog
package import PlayheadValues

/// Makes a session as small as it can be while it still shows a failure: a condition that holds at its end.
///
/// First leaves out all actions that the failure cannot depend on, then actions with all that they led to,
/// then single ones, in ever smaller groups from the end to the beginning. Then simplifies payloads. Repeats
/// all that until no single action can be left out, and no pair where few are left.
///
/// ```swift
/// let condition = try Condition("json_array_length(state('cart.items')) > 0")
/// guard let shrinker = try Shrinker(replay, until: condition) else { return }
/// try shrinker.run()
/// try shrinker.best.branch(of: replay).save(to: path)
/// ```
///
/// A store that traps in a trial ends the program. Not safe for use from several threads at once.
public final class Shrinker {
  /// The smallest session so far that shows the failure.
  public private(set) var best: ShrunkSession
  /// How many actions there were at first.
  public let firstCount: Int
  /// The last of them.
  package let end: Step
  /// How many sessions were tried so far.
  public private(set) var trialCount = 0
  /// Called for every trial, to show progress or to stop by throwing; ``best`` keeps what was found by then.
  public var onTrial: () throws -> Void = {}
  /// How many actions were played so far.
  public var playedCount: UInt64 { predicate.playedCount }

  package let predicate: any ShrinkPredicate
  private let log: any ActionSource
  /// Guesses at the actions that the failure depends on. Others are left out first.
  private let guesses: [[Step]]
  /// The payload of an action; nil if it stays as it is.
  private let payload: (Step) throws -> Value?

  /// Shrinks `session`, of a recording of `log`, for which `predicate` holds. `guesses` are smaller sessions
  /// that may do, the best first. `payload` returns an action's payload, or nil to leave it as it is.
  package init(
    _ session: ShrunkSession, of log: any ActionSource, _ predicate: any ShrinkPredicate,
    guesses: [[Step]] = [], payload: @escaping (Step) throws -> Value?
  ) {
    (best, self.log, self.predicate) = (session, log, predicate)
    (firstCount, end) = (session.steps.count, session.steps.last ?? .initial)
    (self.guesses, self.payload) = (guesses, payload)
  }

  /// Shrinks ``best`` until nothing can be left out or made simpler.
  public func run() throws {
    for guess in guesses where guess.count < best.steps.count {
      if try attempt(ShrunkSession(guess)) { break }
    }
    try sweep(try families())
    var before: ShrunkSession
    repeat {
      before = best
      try sweep(best.steps.map { [$0] })
      if best.steps.count <= Self.few, try dropPair() { continue }
      try simplifyPayloads()
    } while best != before
  }

  /// Tries a session, and keeps it if the predicate holds.
  private func attempt(_ session: ShrunkSession) throws -> Bool {
    guard !session.steps.isEmpty, session != best else { return false }
    try onTrial()
    trialCount += 1
    guard try predicate.holds(for: session) else { return false }
    best = session
    return true
  }

  // MARK: Actions

  /// Leaves out groups of `units`, which are in order, from the end to the beginning: first half of all, at
  /// last single ones, until none can be left out.
  ///
  /// Starts at the end, because later actions depend on earlier ones. Tries each group once; classic delta
  /// debugging comes back to all groups after each success.
  private func sweep(_ units: [[Step]]) throws {
    var units = units
    var size = max(units.count / 2, 1)
    while !units.isEmpty {
      var end = units.count
      var isDone = size == 1
      while end > 0 {
        let start = max(0, end - size)
        if try attempt(best.without(units[start..<end].joined())) {
          units.removeSubrange(start..<end)
          isDone = false
        }
        end = start
      }
      if isDone { return }
      size = max(size / 2, 1)
    }
  }

  /// Up to this many actions, trying all pairs takes no time.
  private static let few = 32

  /// Leaves out two actions at once, such as one that undoes another. Returns whether it could.
  private func dropPair() throws -> Bool {
    for (place, first) in best.steps.enumerated() {
      for second in best.steps[(place + 1)...] where try attempt(best.without([first, second])) {
        return true
      }
    }
    return false
  }

  /// The actions in groups: one without a cause, and all that it led to, in the order of the first. None if
  /// no action led to another.
  private func families() throws -> [[Step]] {
    guard let first = best.steps.first, let last = best.steps.last else { return [] }
    var roots = try log.causes(in: first...last)
    guard !roots.isEmpty else { return [] }
    // Causes come first.
    for (step, cause) in roots.sorted(by: { $0.key < $1.key }) {
      roots[step] = roots[cause] ?? cause
    }
    let groups = Dictionary(grouping: best.steps) { roots[$0] ?? $0 }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Payloads

  private func simplifyPayloads() throws {
    for step in best.steps.reversed() {
      guard let payload = try best.payloads[step] ?? payload(step) else { return }
      let simpler = SimplerValue { [self] in try attempt(best.with($0, of: step)) }
      try simpler.simplify(payload)
    }
  }
}

/// Says whether smaller sessions still show a failure.
public protocol ShrinkPredicate: AnyObject {
  /// Whether `session` shows it. Throws only to end the shrinking.
  func holds(for session: ShrunkSession) throws -> Bool
  /// How many actions were played so far.
  var playedCount: UInt64 { get }
}
