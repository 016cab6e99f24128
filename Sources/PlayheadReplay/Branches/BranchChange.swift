public import PlayheadLog
public import PlayheadValues

/// What was changed of a recording to make a branch.
public enum BranchChange: Codable, Sendable {
  /// All actions but these were left out.
  case keep([Step])
  /// An action was left out, and with it those that it led to.
  case skip(BranchOrigin, type: String, effects: [Step])
  /// An action's payload became another.
  case edit(BranchOrigin, type: String, Diff)
  /// An action was put behind another.
  case insert(type: String, payload: Value, after: BranchOrigin)
  /// An action was moved behind another.
  case move(BranchOrigin, type: String, after: BranchOrigin)
}

extension BranchChange: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch self {
    case .keep(let steps):
      "keep \(steps.count == 1 ? "step" : "the \(steps.count) steps") \(Self.list(steps))"
    case .skip(let action, let type, let effects):
      "skip \(action), \(type)"
        + (effects.isEmpty
          ? ""
          : ", and its \(effects.count == 1 ? "effect" : "\(effects.count) effects"): "
            + Self.list(effects))
    case .edit(let action, let type, let diff):
      "edit \(action), \(type): " + (diff.isEmpty ? "as it was" : Self.text(of: diff))
    case .insert(let type, let payload, let other):
      "insert \(type) \(payload.json) after \(other)"
    case .move(let action, let type, let other):
      "move \(action), \(type), behind \(other)"
    }
  }

  /// The longest list of steps.
  private static let listed = 8

  private static func list(_ steps: [Step]) -> String {
    let names = steps.prefix(listed).map { "\($0)" }.joined(separator: ", ")
    return steps.count > listed ? names + " …" : names
  }

  private static func text(of diff: Diff) -> String {
    diff.changes.map { change in
      let (old, new) = (change.old?.json ?? "nothing", change.new?.json ?? "nothing")
      return (change.path.components.isEmpty ? "" : "\(change.path) ") + "\(old) → \(new)"
    }
    .joined(separator: ", ")
  }
}

/// The name of an action in a branch, whatever else changes: a recorded action by its step, `2`, an inserted one by a
/// number of its own.
public enum BranchOrigin: Hashable, Sendable, Codable, ExpressibleByIntegerLiteral {
  /// The recording's action of this step.
  case recorded(Step)
  /// The action that was inserted as the first, second and so on.
  case inserted(Int)

  /// The recording's action of a step.
  public init(integerLiteral step: UInt64) { self = .recorded(Step(step)) }

  /// The recording's step; nil if it was inserted.
  public var step: Step? { if case .recorded(let step) = self { step } else { nil } }
}

extension BranchOrigin: CustomStringConvertible {
  /// Two or three words.
  public var description: String {
    switch self {
    case .recorded(let step): "step \(step)"
    case .inserted(let number): "inserted action \(number)"
    }
  }
}
