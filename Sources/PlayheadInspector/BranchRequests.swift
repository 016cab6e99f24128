public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// A change that makes a branch of a recording, or another branch of one, as a person writes it.
public enum BranchEdit: Codable, Hashable, Sendable {
  /// An action is left out, with its effects or without.
  case skip(BranchOrigin, withEffects: Bool)
  /// What is at a path of an action's payload becomes another value; an empty path is the whole payload.
  case edit(BranchOrigin, at: StatePath, to: Value)
  /// An action of this type, with this payload, comes behind another.
  case insert(String, payload: Value, after: BranchOrigin)
  /// An action comes behind another.
  case move(BranchOrigin, after: BranchOrigin)

  /// Makes the change. Gives the branch's step where it is to be seen; nil if it is not to be seen anywhere.
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

extension Inspector {
  /// Is about the recording with these changes from now on; about the recording itself without any.
  public func enter(_ edits: [BranchEdit]) throws {
    guard edits != self.edits else { return }
    try enter(ask(BranchRequest(edits)), edits)
  }

  /// Is about the recording again.
  public func leaveBranch() { enter(nil, []) }

  /// Makes one change more. What is asked is about the branch with it from then on.
  public func make(_ edit: BranchEdit) throws -> MadeEdit {
    let edits = edits + [edit]
    let answer = try ask(BranchRequest(edits))
    try enter(answer, edits)
    guard let change = answer.changes.last else { throw InspectorError.storesMissing }
    return MadeEdit(change: change, step: answer.step)
  }

  /// The recording's step beside one of the branch: how far the branch has got there.
  public func recordedStep(beside step: Step) -> Step { plan?.reached(at: step) ?? step }

  /// The branch's step beside one of the recording.
  public func step(beside recorded: Step) -> Step { plan?.step(beside: recorded) ?? recorded }

  /// What an action is called in changes; the state with which the log begins by its step.
  public func origin(of step: Step) throws -> BranchOrigin {
    guard let plan, step > plan.base else { return .recorded(step) }
    guard let origin = plan.provenance(of: step)?.origin else {
      throw LogError.noStep(step, path: recording.name, last: plan.lastStep)
    }
    return origin
  }
}

/// Makes the branch that some changes lead to.
struct BranchRequest: Request {
  var edits: [BranchEdit]

  init(_ edits: [BranchEdit]) { self.edits = edits }

  struct Answer: Codable, Sendable {
    /// What is in it; nil for the recording.
    var plan: BranchPlan?
    var changes: [BranchChange]
    /// Where the last change is to be seen.
    var step: Step?
  }

  func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    guard let replay = inspector.recordedReplay else { throw InspectorError.storesMissing }
    let isOneMore = inspector.branch != nil && edits.dropLast() == inspector.edits[...]
    var branch = isOneMore ? inspector.branch ?? Branch(of: replay) : Branch(of: replay)
    let rest = isOneMore ? edits.suffix(1) : edits[...]
    var seen: Step?
    try inspector.replayingRecording { _ in
      for edit in rest { seen = try edit.apply(to: &branch) }
    }
    inspector.enter(edits.isEmpty ? nil : branch, edits)
    return Answer(plan: inspector.plan, changes: inspector.changes, step: seen)
  }
}

/// A change of a branch that was made.
public struct MadeEdit: Codable, Sendable {
  /// What was changed.
  public var change: BranchChange
  /// The branch's step where it is to be seen; nil if it is not to be seen anywhere.
  public var step: Step?
}

/// Where a branch's states differ from the recording's: first, and at the end.
public struct BranchComparisonRequest: Request {
  /// Compares the branch that is asked about.
  public init() {}

  /// Plays both until they differ, and to their ends.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> BranchComparison {
    guard let branch = inspector.branch else { return BranchComparison() }
    return try inspector.replayingRecording { _ in try branch.comparison() }
  }
}

/// Writes a branch as a log of its own.
public struct SaveBranchRequest: Request {
  /// Where the log is to be; no file may be there.
  public var path: String

  /// Writes the branch that is asked about to a file at `path`.
  public init(to path: String) { self.path = path }

  /// Plays the branch from its beginning, as its log has checkpoints and outcomes.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Done {
    guard let branch = inspector.branch else { return Done() }
    try inspector.replayingRecording(.saving) { _ in try branch.save(to: path) }
    return Done()
  }
}

/// From which step on the stores of a branch draw what was not recorded: placeholders stand for that.
public struct BranchDrawsRequest: Request {
  /// Asks it of the branch that is asked about, as far as it was played.
  public init() {}

  /// Nil if there is no such step so far.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Step? {
    inspector.branch?.drawFaults.first?.step
  }
}

/// What the app is, as far as its log does not tell.
public struct AppRequest: Request {
  /// Asks about the app whose stores there are.
  public init() {}

  /// The names of an app's stores and actions.
  public struct Answer: Codable, Sendable {
    /// The stores, in the order of the state.
    public var stores: [String]
    /// The types of action that it takes.
    public var actionTypes: [String]
  }

  /// Costs nothing.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    Answer(
      stores: inspector.recordedReplay?.stores ?? [],
      actionTypes: inspector.player?.actionTypes ?? [])
  }
}
