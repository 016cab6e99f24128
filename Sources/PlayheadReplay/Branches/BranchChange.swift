public import PlayheadLog
public import PlayheadValues

/// A change to a recording that makes a branch.
public enum BranchChange: Codable, Sendable {
  /// All recorded actions but these were left out.
  case keep([Step])
  /// An action and its effects were left out.
  case skip(BranchOrigin, type: String, effects: [Step])
  /// An action's payload was edited.
  case edit(BranchOrigin, type: String, Diff)
  /// An action was inserted after another.
  case insert(type: String, payload: Value, after: BranchOrigin)
  /// An action was moved after another.
  case move(BranchOrigin, type: String, after: BranchOrigin)
}

extension BranchChange: CustomStringConvertible {
  /// The change in one line.
  public var description: String {
    switch self {
    case .keep(let steps):
      "kept \(steps.count == 1 ? "step" : "the \(steps.count) steps") \(Self.list(steps))"
    case .skip(let action, let type, let effects):
      "skipped \(action), \(type)"
        + (effects.isEmpty
          ? ""
          : ", and its \(effects.count == 1 ? "effect" : "\(effects.count) effects"): "
            + Self.list(effects))
    case .edit(let action, let type, let diff):
      "edited \(action), \(type): " + (diff.isEmpty ? "as it was" : Self.text(of: diff))
    case .insert(let type, let payload, let other):
      "inserted \(type) \(payload.json) after \(other)"
    case .move(let action, let type, let other):
      "moved \(action), \(type), after \(other)"
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

/// An action's name in a branch, whatever changes: a recorded step, `2`, or the number of an insertion.
public enum BranchOrigin: Hashable, Sendable, Codable, ExpressibleByIntegerLiteral {
  /// The recording's action at this step.
  case recorded(Step)
  /// An inserted action: the first, second and so on.
  case inserted(Int)

  /// The recording's action at a step.
  public init(integerLiteral step: UInt64) { self = .recorded(Step(step)) }

  /// The recording's step; nil if the action was inserted.
  public var step: Step? { if case .recorded(let step) = self { step } else { nil } }
}

extension BranchOrigin: CustomStringConvertible {
  /// The name in two or three words.
  public var description: String {
    switch self {
    case .recorded(let step): "step \(step)"
    case .inserted(let number): "inserted action \(number)"
    }
  }
}
