public import PlayheadLog

/// Finds the steps of a log at which a condition holds, or any of several breakpoints.
///
/// ```swift
/// let search = try Search(log, for: Condition("changed('cart.items')"), with: replay)
/// if let step = try search.previousStep(before: log.lastStep) { try replay.go(to: step) }
/// ```
///
/// Types, times and causes are read from the actions' columns; an action is unpacked where its payload is
/// asked for, and the replay goes to a step where its state is. So conditions that ask for no states need
/// no app. Steps that cannot be looked at are passed over, and told in ``passedOver``.
/// Not safe for use from several threads at once.
public final class Search {
  /// The log.
  package let log: LogReader
  /// What is looked for.
  public let breakpoints: [Breakpoint]
  /// What is evaluated at every stop.
  public let expressions: [Condition]
  /// Called for every step on the way, and now and then during a long step, so that it can show progress, or stop the
  /// search by throwing.
  public var onStep: (Step) throws -> Void = { _ in }
  /// The steps that could not be looked at: in gaps, lost, or with a state that cannot be had. In order.
  public internal(set) var passedOver: [ClosedRange<Step>] = []
  /// Those of them that were recorded: their states cannot be had.
  public var unreachable: [ClosedRange<Step>] {
    passedOver.flatMap { passed in
      log.steps.filter { $0.overlaps(passed) }.map { $0.clamped(to: passed) }
    }
  }
  /// At how many steps was looked so far, be it only at their types.
  public internal(set) var lookCount = 0

  package let replay: Replay?
  let subject: StepSubject
  /// A statement for each breakpoint that has a condition.
  let conditions: [ExpressionStatement?]
  let answers: [ExpressionStatement]
  /// The chunk that was looked at last.
  var lastChunk: ChunkTests?
  var lastStop: Stop?
  /// The steps whose states the log has.
  private(set) lazy var storedStates = Set(log.asides().checkpoints)

  /// A search for `breakpoints`, which evaluates `expressions` wherever it stops. Throws
  /// ``SearchError/needsStores(_:)`` if any of them asks for states and there is no replay, and a
  /// ``ConditionError`` if a place begins with none of its stores.
  ///
  /// The search moves the replay, and leaves it where it looked last.
  public convenience init(
    _ log: ActionLog, for breakpoints: [Breakpoint], printing expressions: [Condition] = [],
    with replay: Replay? = nil
  ) throws {
    try self.init(log.reader, for: breakpoints, printing: expressions, with: replay)
  }

  /// The same for a log that a tool has opened.
  package init(
    _ log: LogReader, for breakpoints: [Breakpoint], printing expressions: [Condition] = [],
    with replay: Replay? = nil
  ) throws {
    let all = breakpoints.compactMap(\.condition) + expressions
    if replay == nil, let needy = all.first(where: \.needsStates) {
      throw SearchError.needsStores(needy)
    }
    if let replay { for condition in all { try condition.check(against: replay.stores) } }
    (self.log, self.breakpoints, self.expressions) = (log, breakpoints, expressions)
    self.replay = replay
    let subject = StepSubject(log, replay.map { StepStates($0, for: all) })
    let database = try ExpressionDatabase(subject, evaluations: log.actionCount)
    self.subject = subject
    conditions = try breakpoints.map { try $0.condition.map(database.truth) }
    answers = try expressions.map(database.answer)
  }

  /// A search for the steps at which `condition` holds.
  public convenience init(
    _ log: ActionLog, for condition: Condition, with replay: Replay? = nil
  ) throws {
    try self.init(log.reader, for: condition, with: replay)
  }

  /// The same for a log that a tool has opened.
  package convenience init(
    _ log: LogReader, for condition: Condition, with replay: Replay? = nil
  ) throws {
    try self.init(log, for: [Breakpoint(condition: condition)], with: replay)
  }

  // MARK: Searching

  /// Gives every stop in `steps` to `body`, in order. Damaged chunks are given to `onDamage`, and passed over unless
  /// it throws.
  public func forEachStop(
    in steps: ClosedRange<Step>, onDamage: (LogError.Damage) throws -> Void = { _ in },
    _ body: (Stop) throws -> Void
  ) throws {
    try working { try walk(steps, onDamage: onDamage, body) }
  }

  /// The first stop behind `step`, up to `last`; nil if there is none.
  public func nextStop(after step: Step, upTo last: Step? = nil) throws -> Stop? {
    let last = last ?? log.lastStep
    guard step < last else { return nil }
    return try working { try firstStop(in: step.next...last) }
  }

  /// The last stop before `step`, down to `first`; nil if there is none.
  ///
  /// Searches ever longer stretches from their beginnings, as states can only be replayed forwards.
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

  /// The stop that `step` is; nil if it is none, or if it cannot be looked at.
  public func stop(at step: Step) throws -> Stop? {
    guard step >= log.initialStep, step <= log.lastStep else { return nil }
    return try working { try firstStop(in: step...step) }
  }

  /// What the expressions give at `step`, even if it is no stop; nil if it cannot be looked at. Free at the last
  /// stop.
  public func answers(at step: Step) throws -> [Answer]? {
    if let lastStop, lastStop.step == step { return lastStop.answers }
    return try working {
      do {
        return try look(at: step) ? try answersHere() : nil
      } catch  where Self.isLoss(error) {
        pass(from: step, before: step.next)
        return nil
      }
    }
  }

  /// Tells of the steps that the replay goes through while `body` searches, and of long evaluations.
  func working<T>(_ body: () throws -> T) rethrows -> T {
    passedOver = []
    let told = replay?.onStep
    replay?.onStep = { [self] step in
      try told?(step)
      try onStep(step)
    }
    subject.onWork = { [self] in try onStep(subject.step) }
    defer {
      subject.onWork = {}
      if let told { replay?.onStep = told }
    }
    return try body()
  }
}
