package import PlayheadFiles
public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// An action of a log or a branch.
public struct ActionRecord: Codable, Hashable, Sendable {
  /// Its number.
  public var step: Step
  /// How long after the start of the recording it was dispatched, in nanoseconds.
  public var offset: Int64
  /// When that was, in nanoseconds since 1970.
  public var wallTime: Int64
  /// Its name and version.
  public var type: ActionType
  /// The action itself.
  public var payload: Value
  /// The step whose handling or effect dispatched it; nil if it came from outside.
  public var cause: Step?
  /// What came of it when it was recorded; nil for an action of a branch, behind the branch's first change.
  public var outcome: Outcome?
  /// Where a branch has it from, behind its first change.
  public var origin: Origin?

  /// What came of an action.
  public struct Outcome: Codable, Hashable, Sendable {
    /// Whether the stores got through with it: false for the last action of an app that stopped then.
    public var isHandled: Bool
    /// The stores that it changed.
    public var changed: [String]
    /// How long they took, in nanoseconds; if that is not exact, at least so long.
    public var nanoseconds: Int64
    /// Whether that is exact.
    public var isExact: Bool
  }

  /// Where a branch has an action from.
  public struct Origin: Codable, Hashable, Sendable {
    /// The recording's action, or the one that was inserted.
    public var action: BranchOrigin
    /// Whether it has another payload than in the recording, or none there.
    public var isMade: Bool
  }
}

extension ActionRecord {
  package init(_ entry: LogEntry, of log: LogReader, _ plan: BranchPlan? = nil) throws(LogError) {
    step = entry.step
    offset = log.offset(of: entry.moment)
    wallTime = entry.moment.wall
    (type, cause) = (entry.type, entry.cause)
    payload = try entry.payload()
    origin = plan?.provenance(of: entry.step).map { Origin(action: $0.origin, isMade: $0.isMade) }
    outcome =
      origin == nil
      ? Outcome(
        isHandled: entry.isHandled, changed: entry.changed, nanoseconds: entry.nanoseconds,
        isExact: entry.timing == .exact) : nil
  }
}

extension Inspector {
  /// The action of a step. Throws `LogError` if there is none: in a gap, where it is lost, beyond the ends.
  package func action(at step: Step) throws(LogError) -> ActionRecord {
    try record(of: log.entry(at: step))
  }

  func record(of entry: LogEntry) throws(LogError) -> ActionRecord {
    try ActionRecord(entry, of: log, plan)
  }
}

extension LogReader {
  /// How long after the start something happened, in nanoseconds.
  package func offset(of moment: Moment) -> Int64 {
    moment.monotonic &- header.start.monotonic
  }
}
