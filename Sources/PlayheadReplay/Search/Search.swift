public import PlayheadReading
public import PlayheadLog

/// Finds the steps of a log at which a condition holds, or any of several breakpoints.
///
/// ```swift
/// let search = try Search(log, for: Condition("changed('cart.items')"), with: replay)
/// if let step = try search.previousStep(before: log.lastStep) { try replay.go(to: step) }
/// ```
///
/// Reads types, times and causes from the actions' columns. Unpacks an action only for its payload, and
/// replays only for a state, so that conditions without states need no app. Skips steps that it cannot look
/// at, and lists them in ``skipped``. Not safe for use from several threads at once.
public final class Search {
  package let log: any ActionSource
  /// The breakpoints that the search looks for.
  public let breakpoints: [Breakpoint]
  /// The expressions that are evaluated at every stop.
  public let expressions: [Condition]
  /// Called at every step on the way, and now and then during a long step, for progress; throw to stop.
  public var onStep: (Step) throws -> Void = { _ in }
  /// The steps that the search could not look at, in order: in gaps, lost, or without a state.
  public internal(set) var skipped: [ClosedRange<Step>] = []
  /// The recorded steps among ``skipped``: their states cannot be reached.
  public var unreachable: [ClosedRange<Step>] {
    skipped.flatMap { passed in
      log.steps.filter { $0.overlaps(passed) }.map { $0.clamped(to: passed) }
    }
  }
  /// The states that the search could not look at, because they cannot be encoded.
  package internal(set) var unshown: [UnshownState] = []
  /// How many steps the search has looked at so far, including those whose type was enough.
  public internal(set) var lookCount = 0

  package let replay: Replay?
  let subject: StepSubject
  /// A statement for each breakpoint with a condition.
  let conditions: [ExpressionStatement?]
  let answers: [ExpressionStatement]
  /// The last chunk that was looked at.
  var lastChunk: ChunkTests?
  /// The expressions' values at the last stop; nil if its state cannot be reached.
  var lastAnswers: (step: Step, all: [Answer]?)?
  /// The steps with states in the log.
  private(set) lazy var storedStates = Set(log.annotations().checkpoints)

  /// A search for `breakpoints` that evaluates `expressions` at every stop. Moves the replay, and leaves it
  /// where it looked last.
  ///
  /// Throws a ``ConditionError`` if an expression reads states and there is no replay, or if a path begins with none of
  /// its stores.
  public convenience init(
    _ log: ActionLog, for breakpoints: [Breakpoint], printing expressions: [Condition] = [],
    with replay: Replay? = nil
  ) throws {
    try self.init(log.source, for: breakpoints, printing: expressions, with: replay)
  }

  /// The same, for a log that a tool opened.
  package init(
    _ log: any ActionSource, for breakpoints: [Breakpoint], printing expressions: [Condition] = [],
    with replay: Replay? = nil
  ) throws {
    let all = breakpoints.compactMap(\.condition) + expressions
    if replay == nil, let needy = all.first(where: \.needsStates) {
      throw ConditionError(needy.text, .needsStores)
    }
    if let replay { for condition in all { try condition.check(against: replay.stores) } }
    (self.log, self.breakpoints, self.expressions) = (log, breakpoints, expressions)
    self.replay = replay
    replay?.foundPaths = []
    let subject = StepSubject(log, replay.map { StepStates($0, for: all) })
    let database = try ExpressionDatabase(subject)
    self.subject = subject
    conditions = try breakpoints.map { try $0.condition.map(database.truth) }
    answers = try expressions.map(database.answer)
  }

  /// A search for the steps at which `condition` holds.
  public convenience init(
    _ log: ActionLog, for condition: Condition, with replay: Replay? = nil
  ) throws {
    try self.init(log.source, for: condition, with: replay)
  }

  /// The same, for a log that a tool opened.
  package convenience init(
    _ log: any ActionSource, for condition: Condition, with replay: Replay? = nil
  ) throws {
    try self.init(log, for: [Breakpoint(condition: condition)], with: replay)
  }

  // MARK: Searching

  /// Calls `body` with every stop in `steps`, in order. Skips damaged chunks, unless `onDamage` throws.
  public func forEachStop(
    in steps: ClosedRange<Step>, onDamage: (ReadingError.Damage) throws -> Void = { _ in },
    _ body: (Stop) throws -> Void
  ) throws {
    try working { try walk(steps, onDamage: onDamage, body) }
  }

  /// The first stop after `step`, up to `last`; nil if there is none.
  public func nextStop(after step: Step, upTo last: Step? = nil) throws -> Stop? {
    let last = last ?? log.lastStep
    guard step < last else { return nil }
    return try working { try firstStop(in: step.next...last) }
  }

  /// The last stop before `step`, down to `first`; nil if there is none.
  ///
  /// Searches ever longer ranges from their beginnings, because states can only be replayed forward.
  public func previousStop(before step: Step, downTo first: Step? = nil) throws -> Stop? {
    let first = max(first ?? log.initialStep, log.initialStep)
    guard let last = step.previous, first <= last else { return nil }
    return try working { try lastStop(in: first...min(last, log.lastStep)) }
  }

  /// The step of the next stop.
  public func nextStep(after step: Step) throws -> Step? { try nextStop(after: step)?.step }

  /// The step of the previous stop.
  public func previousStep(before step: Step) throws -> Step? {
    try previousStop(before: step)?.step
  }

  /// The stop at `step`; nil if there is none, or if the search cannot look at it.
  public func stop(at step: Step) throws -> Stop? {
    guard step >= log.initialStep, step <= log.lastStep else { return nil }
    return try working { try firstStop(in: step...step) }
  }

  /// The expressions' values at `step`, stop or not; nil if it cannot be searched. Free at the last stop.
  public func answers(at step: Step) throws -> [Answer]? {
    if let lastAnswers, lastAnswers.step == step { return lastAnswers.all }
    return try working {
      try look(at: step) ? try unlessLost { try answersHere() } : nil
    }
  }

  /// Reports the steps of the replay while `body` searches, and long evaluations.
  func working<T>(_ body: () throws -> T) rethrows -> T {
    skipped = []
    let replayOnStep = replay?.onStep
    replay?.onStep = { [self] step in
      try replayOnStep?(step)
      try onStep(step)
    }
    subject.onWork = { [self] in try onStep(subject.step) }
    defer {
      subject.onWork = {}
      if let replayOnStep { replay?.onStep = replayOnStep }
    }
    return try body()
  }
}
