public import PlayheadLog
import PlayheadReading
public import PlayheadReplay
public import PlayheadValues

/// Asks for the next or the last step at which a condition holds or a value changes.
public struct StopRequest: Request {
  /// A point to stop at.
  public struct Point: Codable, Hashable, Sendable {
    /// The number by which the answer names the point.
    public var number: Int
    /// Where the point stops.
    public var kind: Kind

    /// A point that stops where `kind` says. The answer names it by `number`.
    public init(_ number: Int, _ kind: Kind) { (self.number, self.kind) = (number, kind) }

    /// Whether the point needs the app's stores.
    public var needsStates: Bool {
      switch kind {
      case .breakpoint(let breakpoint): breakpoint.condition?.needsStates == true
      case .watch: true
      }
    }
  }

  /// Where a point stops.
  public enum Kind: Codable, Hashable, Sendable {
    /// At certain actions.
    case breakpoint(Breakpoint)
    /// Where the value at a place changes, if the condition holds there.
    case watch(StatePath, Condition?)

    /// The condition, if there is one.
    package var condition: Condition? {
      switch self {
      case .breakpoint(let breakpoint): breakpoint.condition
      case .watch(_, let condition): condition
      }
    }
  }

  /// The points to stop at.
  public var points: [Point]
  /// The step to start from, which does not count itself.
  public var step: Step
  /// Whether to search backward.
  public var isBackwards: Bool
  /// Whether a change of a watched value at `step` counts too, if the search goes backward.
  package var countsStep = false

  /// Asks for the first stop at one of `points` after `step`, or the last before it.
  public init(at points: [Point], from step: Step, backwards isBackwards: Bool = false) {
    (self.points, self.step, self.isBackwards) = (points, step, isBackwards)
  }

  /// True only if a point needs states.
  public var needsStores: Bool { points.contains(where: \.needsStates) }

  /// A stop.
  public struct Answer: Codable, Sendable {
    /// The step of the stop; nil if there is none.
    public var step: Step?
    /// The points that stop there.
    public var reasons: [Reason] = []
    /// If there is no stop up to the end: what the conditions name and is not there, perhaps because it is
    /// misspelled. Paths are looked up in the last searched state.
    public var unresolvedNames: [InspectorError] = []
  }

  /// A point that stops, with the change of a watched value.
  public struct Reason: Codable, Sendable {
    /// The point's number.
    public var number: Int
    /// The change of the value, if the point watches a place.
    public var change: FixedPathChange?
  }

  /// Searches watched places first, because the index knows where to look, and then breakpoints up to there.
  /// Warns about steps that could not be searched.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    guard !points.isEmpty else { return Answer() }
    guard needsStores else { return try breakpointStop(inspector, nil) }
    guard points.contains(where: { if case .watch = $0.kind { true } else { false } }) else {
      return try inspector.replaying(.searching) { try breakpointStop(inspector, $0) }
    }
    return try inspector.looking { try stop($0, inspector, $1) }
  }

  /// The next stop if all points are breakpoints.
  private func breakpointStop(_ inspector: Inspector, _ replay: Replay?) throws -> Answer {
    let (found, passed) = try breakpoint(inspector, upTo: nil, replay)
    if found.step == nil { try replay?.requireNoTrap(in: passed) }
    try inspector.warn(ofUnreachable: passed, replay)
    return withUnresolvedNames(found, in: inspector.log, replay)
  }

  /// The next stop if there are watchpoints among the points.
  private func stop(
    _ index: ChangeIndex, _ inspector: Inspector, _ replay: Replay
  ) throws -> Answer {
    let seen = try watchpoint(inspector, index, replay)
    let (found, passed) = try breakpoint(inspector, upTo: seen.step ?? end(of: index), replay)
    let stop = Self.first(seen, found)
    if stop.step == nil { try replay.requireNoTrap(in: passed) }
    try inspector.warn(
      ofUnreachable: unreachable(upTo: stop.step, replay, inspector.log), replay)
    // After the end of the index, stops are unknown.
    if stop.step == nil, !isBackwards { try index.require(inspector.log.lastStep) }
    return withUnresolvedNames(stop, in: inspector.log, replay)
  }

  /// The stop; if there is none up to the end, with what the conditions may have misspelled.
  private func withUnresolvedNames(_ stop: Answer, in log: any ActionSource, _ replay: Replay?)
    -> Answer
  {
    guard stop.step == nil, !isBackwards else { return stop }
    var unresolvedNames: [InspectorError] = []
    for condition in points.compactMap(\.kind.condition) {
      unresolvedNames += log.unresolvedNames(in: condition, replay).filter {
        !unresolvedNames.contains($0)
      }
    }
    return Answer(unresolvedNames: unresolvedNames)
  }

  /// The earlier of the two, or both if they are at one step. `found` never comes after `seen`.
  private static func first(_ seen: Answer, _ found: Answer) -> Answer {
    guard let step = seen.step, found.step == step else { return found.step == nil ? seen : found }
    return Answer(
      step: step, reasons: (found.reasons + seen.reasons).sorted { $0.number < $1.number })
  }

  /// The last step that can be searched for watched places, if that is before the end of the log.
  private func end(of index: ChangeIndex) -> Step? {
    !isBackwards && index.end != nil ? index.lastStep : nil
  }

  /// The recorded steps with unreachable states on the way to a stop.
  private func unreachable(
    upTo stop: Step?, _ replay: Replay, _ log: any ActionSource
  ) -> [ClosedRange<Step>] {
    let (first, last) =
      isBackwards
      ? (stop ?? log.initialStep, step.previous ?? step) : (step.next, stop ?? log.lastStep)
    return first <= last ? replay.unreachableSteps(in: first...last) : []
  }

  private func breakpoint(
    _ inspector: Inspector, upTo limit: Step?, _ replay: Replay?
  ) throws -> (Answer, passed: [ClosedRange<Step>]) {
    let all = points.compactMap { point in
      if case .breakpoint(let breakpoint) = point.kind { (point.number, breakpoint) } else { nil }
    }
    guard !all.isEmpty else { return (Answer(), []) }
    let search = try Search(inspector.log, for: all.map(\.1), with: replay)
    inspector.showSearching(search, from: step)
    let stop =
      isBackwards
      ? try search.previousStop(before: step, downTo: limit)
      : try search.nextStop(after: step, upTo: limit)
    try inspector.warn(ofUnshown: search.unshown)
    let reasons = stop?.breakpoints.map { Reason(number: all[$0].0) } ?? []
    return (Answer(step: stop?.step, reasons: reasons), search.unreachable)
  }

  private func watchpoint(
    _ inspector: Inspector, _ index: ChangeIndex, _ replay: Replay
  ) throws -> Answer {
    var best = Answer()
    for point in points {
      guard case .watch(let path, let condition) = point.kind else { continue }
      let search = try condition.map { try Search(inspector.log, for: $0, with: replay) }
      if let search { inspector.showSearching(search, from: step) }
      let walk = WatchSearch(at: path, index, backwards: isBackwards)
      // After the end of the index, changes are unknown.
      let counts = isBackwards && countsStep && step <= index.lastStep
      let change = try walk.first(
        from: counts ? step.next : step, upTo: best.step, where: search)
      guard let change else { continue }
      let reason = Reason(number: point.number, change: change)
      if best.step == change.step {
        best.reasons.append(reason)
      } else {
        best = Answer(step: change.step, reasons: [reason])
      }
    }
    return best
  }
}

/// Checks whether a watch is possible: a value is or was at the place, and conditions name known stores.
public struct WatchRequest: Request {
  /// The place to watch; nil for none.
  public var path: StatePath?
  /// The conditions to check.
  public var conditions: [Condition]
  /// The step with a state that may have the value.
  public var step: Step

  /// Asks whether `path` can be watched from `step` on, and whether `conditions` name known stores.
  public init(_ path: StatePath? = nil, where conditions: [Condition] = [], at step: Step) {
    (self.path, self.conditions, self.step) = (path, conditions, step)
  }

  /// Throws, with the nearest part, if no value is there at the step and none ever was. In a long log without
  /// an index, throws if no value is there. Throws nothing if the state is unknown.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws
    -> EmptyAnswer
  {
    guard let replay = inspector.recordedReplay else { throw InspectorError.storesMissing }
    for condition in conditions { try condition.check(against: replay.stores) }
    guard let path else { return EmptyAnswer() }
    try path.requireStore(among: replay.stores)
    do {
      try inspector.requireValue(at: path, of: step)
    } catch let missing as InspectorError {
      // In a long log, the path is most often misspelled.
      guard case .nothing = missing, !inspector.lacksIndexOfLongLog else { throw missing }
      let index = try inspector.index()
      let touch = try inspector.replaying(.looking) { _ in
        try index.nextTouch(of: path, after: .initial)
      }
      if touch == nil { throw missing }
    } catch let error as ReadingError where error.isLoss {
    } catch let error as ReplayError where error.isLoss || error.unshown != nil {
    }
    return EmptyAnswer()
  }
}

/// Asks for the first step at which a condition holds.
public struct BisectRequest: Request {
  /// The condition.
  public var condition: Condition
  /// The steps to search; nil for all.
  public var steps: ClosedRange<Step>?
  /// Whether the condition goes on to hold once it does, so that a binary search works.
  public var isMonotone: Bool

  /// Asks for the first of `steps` at which `condition` holds.
  public init(
    _ condition: Condition, in steps: ClosedRange<Step>? = nil, monotone isMonotone: Bool = false
  ) {
    (self.condition, self.steps, self.isMonotone) = (condition, steps, isMonotone)
  }

  /// True only if the condition needs states.
  public var needsStores: Bool { condition.needsStates }

  /// The step, and how it was found.
  public struct Answer: Codable, Sendable {
    /// The step, and how it was found.
    public var found: Bisection
    /// The step's action; nil if no action led to it, or if there is no such step.
    public var action: ActionRecord?
    /// If the condition holds nowhere: its paths that no searched state has, which may be misspelled.
    public var unresolvedNames: [InspectorError] = []
  }

  /// Searches one step after the other, or by halves.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    guard needsStores else { return try bisect(inspector, nil) }
    return try inspector.replaying(.searching) { try bisect(inspector, $0) }
  }

  private func bisect(_ inspector: Inspector, _ replay: Replay?) throws -> Answer {
    let log = inspector.log
    let search = try Search(log, for: condition, with: replay)
    inspector.showSearching(search, from: steps?.lowerBound ?? log.initialStep)
    let found = try search.bisect(in: steps, monotone: isMonotone)
    try inspector.warn(ofUnshown: search.unshown)
    if found.first == nil {
      try replay?.requireNoTrap(in: search.unreachable)
      try inspector.warn(ofUnreachable: search.unreachable)
    }
    guard let first = found.first else {
      return Answer(found: found, unresolvedNames: log.unresolvedNames(in: condition, replay))
    }
    let hasAction = log.steps.run(holding: first) != nil
    return Answer(found: found, action: hasAction ? try inspector.action(at: first) : nil)
  }
}

/// The changes at a place, forward or backward, filtered by a condition.
package struct WatchSearch {
  private let path: StatePath
  private let index: ChangeIndex
  private let isBackwards: Bool

  package init(at path: StatePath, _ index: ChangeIndex, backwards isBackwards: Bool) {
    (self.path, self.index, self.isBackwards) = (path, index, isBackwards)
  }

  /// The first change after `start`, or the last before it, up to `limit`, at which `search` stops.
  package func first(from start: Step, upTo limit: Step?, where search: Search?) throws
    -> FixedPathChange?
  {
    var step = start
    while let change = try change(from: step, upTo: limit) {
      guard let search else { return change }
      if try search.stop(at: change.step) != nil { return change }
      step = change.step
    }
    return nil
  }

  private func change(from step: Step, upTo limit: Step?) throws -> FixedPathChange? {
    isBackwards
      ? try index.previousChange(at: path, before: step, downTo: limit)
      : try index.nextChange(at: path, after: step, upTo: limit)
  }
}
