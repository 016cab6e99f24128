public import PlayheadLog
import PlayheadReading
public import PlayheadReplay
public import PlayheadValues

/// A change that makes a branch, as a person writes it.
public enum BranchEdit: Codable, Hashable, Sendable {
  /// Leaves out an action, with or without its effects.
  case skip(BranchOrigin, withEffects: Bool)
  /// Replaces the value at a path of an action's payload. An empty path is the whole payload.
  case edit(BranchOrigin, at: StatePath, to: Value)
  /// Inserts an action of this type, with this payload, after another.
  case insert(String, payload: Value, after: BranchOrigin)
  /// Moves an action after another.
  case move(BranchOrigin, after: BranchOrigin)

  /// Makes the change. Returns the branch's step that shows it; nil if no step does.
  func apply(to branch: inout Branch) throws -> Step? {
    switch self {
    case .skip(let action, let withEffects):
      try branch.skip(action, withEffects: withEffects)
      return nil
    case .edit(let action, let path, let value):
      try branch.edit(action, set: path, to: value)
      return branch.step(of: action)
    case .insert(let type, let payload, let other):
      return try branch.insert(type, payload: payload, after: other)
    case .move(let action, let other):
      try branch.move(action, after: other)
      return branch.step(of: action)
    }
  }
}

/// Makes the branch with these changes.
struct BranchRequest: Request {
  var edits: [BranchEdit]

  init(_ edits: [BranchEdit]) { self.edits = edits }

  struct Answer: Codable, Sendable {
    /// The plan of the branch; nil for the recording.
    var plan: BranchPlan?
    var changes: [BranchChange]
    /// The step that shows the last change.
    var step: Step?
  }

  func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    guard let replay = inspector.recordedReplay else { throw InspectorError.storesMissing }
    var (branch, rest) = (Branch(of: replay), edits[...])
    // One more change is made to the current branch.
    if let current = inspector.branch?.withStores, edits.dropLast() == inspector.edits[...] {
      (branch, rest) = (current, edits.suffix(1))
    }
    var seen: Step?
    try inspector.replayingRecording { _ in
      for edit in rest { seen = try edit.apply(to: &branch) }
    }
    inspector.branch = InspectedBranch(branch, edits)
    return Answer(plan: branch.plan, changes: branch.changes, step: seen)
  }
}

/// A change that was made to a branch.
public struct AppliedEdit: Codable, Sendable {
  /// The change.
  public var change: BranchChange
  /// The branch's step that shows the change; nil if no step does.
  public var step: Step?
}

/// Asks where a branch's states differ from the recording's: first, and at the end.
public struct BranchComparisonRequest: Request {
  /// Asks about the current branch.
  public init() {}

  /// Replays both until they differ, and to their ends.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> BranchComparison {
    guard let branch = inspector.branch?.withStores else { return BranchComparison() }
    return try inspector.replayingRecording { _ in try branch.comparison() }
  }
}

/// Writes a branch as a log of its own.
public struct SaveBranchRequest: Request {
  /// The path of the new log. No file may be there.
  public var path: String

  /// Writes the current branch to a file at `path`.
  public init(to path: String) { self.path = path }

  /// Replays the branch from its beginning, because its log has checkpoints and outcomes.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws
    -> EmptyAnswer
  {
    guard let branch = inspector.branch?.withStores else { return EmptyAnswer() }
    try inspector.replayingRecording(.saving) { _ in try branch.save(to: path) }
    return EmptyAnswer()
  }
}

/// Asks from which step on the stores of a branch draw values that were not recorded. They get placeholders.
public struct BranchDrawsRequest: Request {
  /// Asks about the current branch, as far as it was replayed.
  public init() {}

  /// The step; nil if there is none so far.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Step? {
    inspector.branch?.withStores?.firstDrawFault?.step
  }
}

/// Asks for facts about the app that are not in its log.
public struct AppRequest: Request {
  /// Asks about the app whose stores are present.
  public init() {}

  /// The names of an app's stores and actions.
  public struct Answer: Codable, Sendable {
    /// The stores, in the order of the state.
    public var stores: [String]
    /// The action types that the app takes.
    public var actionTypes: [String]
  }

  /// Costs nothing.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    Answer(
      stores: inspector.recordedReplay?.stores ?? [],
      actionTypes: inspector.recordedReplay?.actionTypes ?? [])
  }
}
