package import PlayheadReading
public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// An action of a log or a branch.
public struct ActionRecord: Codable, Hashable, Sendable {
  /// The action's number.
  public var step: Step
  /// When the action was dispatched, in nanoseconds since the start of the recording.
  public var offset: Int64
  /// When the action was dispatched, in nanoseconds since 1970.
  public var wallTime: Int64
  /// The action's name and version.
  public var type: ActionType
  /// The action's content.
  public var payload: Value
  /// The step whose handler or effect dispatched it; nil if it came from outside.
  public var cause: Step?
  /// The outcome when it was recorded; nil for an action after a branch's first change.
  public var outcome: Outcome?
  /// The origin of an action after a branch's first change; nil otherwise.
  public var origin: Origin?

  /// The outcome of an action.
  public struct Outcome: Codable, Hashable, Sendable {
    /// Whether the stores finished it. False for the action that the app was handling when it stopped.
    public var isHandled: Bool
    /// The stores that the action changed or may have changed.
    public var changed: [String]
    /// The stores that the action may have changed: the recorder saw that the app kept another value.
    public var mayHaveChanged: [String]
    /// How long the stores took, in nanoseconds; a lower bound unless ``isExact``.
    public var nanoseconds: Int64
    /// Whether ``nanoseconds`` is exact.
    public var isExact: Bool
  }

  /// The origin of an action in a branch.
  public struct Origin: Codable, Hashable, Sendable {
    /// The recording's action, or the inserted one.
    public var action: BranchOrigin
    /// Whether the action was edited or inserted.
    public var isEdited: Bool
  }
}

extension ActionRecord {
  package init(_ entry: LogEntry, of log: any ActionSource, _ plan: BranchPlan? = nil)
    throws(ReadingError)
  {
    step = entry.step
    offset = log.offset(of: entry.moment)
    wallTime = entry.moment.wall
    (type, cause) = (entry.type, entry.cause)
    payload = try entry.payload()
    origin = plan?.provenance(of: entry.step).map {
      Origin(action: $0.origin, isEdited: $0.isEdited)
    }
    outcome =
      origin == nil
      ? Outcome(
        isHandled: entry.isHandled, changed: entry.changed, mayHaveChanged: entry.mayHaveChanged,
        nanoseconds: entry.nanoseconds, isExact: entry.timing == .exact) : nil
  }
}

extension Inspector {
  /// The action at a step. Throws `ReadingError` if there is none: in a gap, if it is lost, beyond the ends.
  package func action(at step: Step) throws(ReadingError) -> ActionRecord {
    try record(of: log.entry(at: step))
  }

  func record(of entry: LogEntry) throws(ReadingError) -> ActionRecord {
    try ActionRecord(entry, of: log, plan)
  }
}

extension ActionSource {
  /// How long after the start of the recording a moment is, in nanoseconds.
  package func offset(of moment: Moment) -> Int64 {
    moment.monotonic &- header.start.monotonic
  }
}
