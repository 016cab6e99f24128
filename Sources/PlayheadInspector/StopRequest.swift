public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// The next step, or the one before, at which a condition holds or a value becomes another.
public struct StopRequest: Request {
  /// Where to stop, and which of several it is.
  public struct Point: Codable, Hashable, Sendable {
    /// By which the answer names it.
    public var number: Int
    /// Where it stops.
    public var kind: Kind

    /// Stops where `kind` says; `number` names it in the answer.
    public init(_ number: Int, _ kind: Kind) { (self.number, self.kind) = (number, kind) }

    /// Whether nobody can say without the app's stores where it stops.
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
    /// Where the value at a place becomes another, if a condition holds there.
    case watch(StatePath, Condition?)
  }

  /// Where to stop.
  public var points: [Point]
  /// Where to start: this step itself is not found.
  public var step: Step
  /// Whether to look backwards.
  public var isBackwards: Bool

  /// The first stop at one of `points` behind `step`, or the last before it.
  public init(at points: [Point], from step: Step, backwards isBackwards: Bool = false) {
    (self.points, self.step, self.isBackwards) = (points, step, isBackwards)
  }

  /// Only if states are asked for.
  public var needsStores: Bool { points.contains(where: \.needsStates) }

  /// A stop.
  public struct Answer: Codable, Sendable {
    /// Where it is; nil if there is none.
    public var step: Step?
    /// Which points stop there.
    public var reasons: [Reason] = []
  }

  /// A point that stops, and what a watched value became.
  public struct Reason: Codable, Sendable {
    /// The point's number.
    public var number: Int
    /// What was and is there, if it is a place.
    public var change: PlaceChange?
  }

  /// Watched places come first, as the index knows where to look; breakpoints are then looked for up to there only. Says
  /// which steps on the way could not be looked at.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    guard !points.isEmpty else { return Answer() }
    guard needsStores else {
      let (found, passed) = try breakpoint(inspector, upTo: nil, nil)
      try inspector.warn(ofUnreachable: passed)
      return found
    }
    let watches = points.contains { if case .watch = $0.kind { true } else { false } }
    let near = try watches ? nearby(inspector) : nil
    // The index goes through the whole log, and says so.
    let index = try watches && near == nil ? inspector.index() : nil
    return try inspector.replaying(.searching) { replay in
      let seen = try near ?? index.map { try watchpoint(inspector, .index($0), replay) } ?? Answer()
      let (found, passed) = try breakpoint(inspector, upTo: seen.step ?? end(of: index), replay)
      let stop = Self.first(seen, found)
      try inspector.warn(
        ofUnreachable: !watches ? passed : unreachable(upTo: stop.step, replay, inspector.log))
      // Behind its end nobody knows whether there is a stop.
      if stop.step == nil, !isBackwards { try index?.require(inspector.log.lastStep) }
      return stop
    }
  }

  /// The one of the two that comes first, or both at once: breakpoints are looked for up to a watched change only.
  private static func first(_ seen: Answer, _ found: Answer) -> Answer {
    guard let step = seen.step, found.step == step else { return found.step == nil ? seen : found }
    return Answer(
      step: step, reasons: (found.reasons + seen.reasons).sorted { $0.number < $1.number })
  }

  /// How far watched places can be looked for where that is not as far as the log goes.
  private func end(of index: ChangeIndex?) -> Step? {
    !isBackwards && index?.end != nil ? index?.lastStep : nil
  }

  /// The recorded steps on the way to a stop whose states cannot be had.
  private func unreachable(
    upTo stop: Step?, _ replay: Replay, _ log: LogReader
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
    let reasons = stop?.breakpoints.map { Reason(number: all[$0].0) } ?? []
    return (Answer(step: stop?.step, reasons: reasons), search.unreachable)
  }

  /// The watched place that is found without an index of the log; nil if there is one, or it takes one.
  private func nearby(_ inspector: Inspector) throws -> Answer? {
    guard inspector.lacksIndexOfLongLog else { return nil }
    return try inspector.replaying(.looking) { replay in
      do {
        return try watchpoint(inspector, .windows, replay)
      } catch is IndexWindows.TooFar {
        return nil
      }
    }
  }

  private func watchpoint(
    _ inspector: Inspector, _ source: PlaceWalk.Source, _ replay: Replay
  ) throws -> Answer {
    var best = Answer()
    for point in points {
      guard case .watch(let path, let condition) = point.kind else { continue }
      let search = try condition.map { try Search(inspector.log, for: $0, with: replay) }
      if let search { inspector.showSearching(search, from: step) }
      let walk = PlaceWalk(path: path, source: source, replay: replay, isBackwards: isBackwards)
      let change = try walk.first(from: step, upTo: best.step, where: search)
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

/// The changes at a place, forwards or backwards, of which those are wanted where a condition holds.
private struct PlaceWalk {
  /// What tells where to look: an index of the log, or one part of it after the other.
  enum Source {
    case index(ChangeIndex)
    case windows
  }

  let path: StatePath
  let source: Source
  let replay: Replay
  let isBackwards: Bool

  func first(from start: Step, upTo limit: Step?, where search: Search?) throws -> PlaceChange? {
    switch source {
    case .index(let index): return try first(index, from: start, upTo: limit, where: search)
    case .windows:
      var windows = IndexWindows(replay, about: path, from: start, backwards: isBackwards)
      while let window = try windows.next() {
        // The state before a window did not come about in it, and the step to start from is not found.
        let (first, last) = (window.steps.lowerBound, window.steps.upperBound)
        let from = isBackwards ? min(start, last.next) : max(start, first)
        if let limit, isBackwards ? last < limit : first >= limit { return nil }
        if let found = try self.first(
          window.index, from: from, upTo: isBackwards ? max(limit ?? first, first) : limit,
          where: search)
        {
          return found
        }
      }
      return nil
    }
  }

  private func first(
    _ index: ChangeIndex, from start: Step, upTo limit: Step?, where search: Search?
  ) throws -> PlaceChange? {
    var step = start
    while let change = try change(index, from: step, upTo: limit) {
      guard let search else { return change }
      if try search.stop(at: change.step) != nil { return change }
      step = change.step
    }
    return nil
  }

  private func change(
    _ index: ChangeIndex, from step: Step, upTo limit: Step?
  ) throws -> PlaceChange? {
    isBackwards
      ? try index.previousChange(
        at: path, before: step, downTo: limit, with: replay, onLook: replay.onStep)
      : try index.nextChange(
        at: path, after: step, upTo: limit, with: replay, onLook: replay.onStep)
  }
}

/// Whether it can be stopped somewhere: where it is to be watched something is or was, and conditions ask for stores that there
/// are.
public struct WatchRequest: Request {
  /// The place to watch; nil if none is to be.
  public var path: StatePath?
  /// What is asked of states.
  public var conditions: [Condition]
  /// The step in whose state something is there, perhaps.
  public var step: Step

  /// Whether `path` can be watched from `step` on, and `conditions` be asked.
  public init(_ path: StatePath? = nil, where conditions: [Condition] = [], at step: Step) {
    (self.path, self.conditions, self.step) = (path, conditions, step)
  }

  /// Throws, with what is near, if nothing is there at the step and nothing ever was; of a long log without an index, if nothing is
  /// there. Where nobody can say, nothing is wrong.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Done {
    guard let replay = inspector.recordedReplay else { throw InspectorError.storesMissing }
    for condition in conditions { try condition.check(against: replay.stores) }
    guard let path else { return Done() }
    try path.requireStore(among: replay.stores)
    do {
      try inspector.requireValue(at: path, of: step)
    } catch let missing as InspectorError {
      // In a long log it is most often misspelled.
      guard case .nothing = missing, !inspector.lacksIndexOfLongLog else { throw missing }
      let index = try inspector.index()
      guard try index.nextTouch(of: path, after: .initial) == nil else { return Done() }
      throw missing
    } catch let error as LogError where error.isLoss {
    } catch let error as ReplayError where error.isLoss {
    }
    return Done()
  }
}

/// The first step at which a condition holds.
public struct BisectRequest: Request {
  /// The condition.
  public var condition: Condition
  /// Where to look; nil for everywhere.
  public var steps: ClosedRange<Step>?
  /// Whether it goes on to hold once it does, so that a binary search finds it.
  public var isMonotone: Bool

  /// The first of `steps` at which `condition` holds.
  public init(
    _ condition: Condition, in steps: ClosedRange<Step>? = nil, monotone isMonotone: Bool = false
  ) {
    (self.condition, self.steps, self.isMonotone) = (condition, steps, isMonotone)
  }

  /// Only if the condition asks for states.
  public var needsStores: Bool { condition.needsStates }

  /// The step, and how it was found.
  public struct Answer: Codable, Sendable {
    /// The step, and how it was found.
    public var found: Bisection
    /// Its action; nil if no action led to it, or there is no such step.
    public var action: ActionRecord?
    /// What the condition asks for and is not in the last state that was looked at, if it holds nowhere: it may be misspelled.
    public var absences: [InspectorError] = []
  }

  /// Looks at one step after the other, or by halves.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    guard needsStores else { return try bisect(inspector, nil) }
    return try inspector.replaying(.searching) { try bisect(inspector, $0) }
  }

  private func bisect(_ inspector: Inspector, _ replay: Replay?) throws -> Answer {
    let log = inspector.log
    let search = try Search(log, for: condition, with: replay)
    inspector.showSearching(search, from: steps?.lowerBound ?? log.initialStep)
    let found = try search.bisect(in: steps, monotone: isMonotone)
    guard let first = found.first else {
      return Answer(found: found, absences: replay?.absences(for: condition) ?? [])
    }
    let hasAction = log.steps.run(holding: first) != nil
    return Answer(found: found, action: hasAction ? try inspector.action(at: first) : nil)
  }
}

extension Replay {
  /// What `condition` asks for and is not in the present state, with what is near.
  package func absences(for condition: Condition) -> [InspectorError] {
    guard position > log.initialStep, let state = try? state() else { return [] }
    return condition.paths.filter { state.value(at: $0) == nil }
      .map { state.missing($0, position) }
  }
}
