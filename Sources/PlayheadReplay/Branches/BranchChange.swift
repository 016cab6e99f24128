public import PlayheadLog
public import PlayheadValues

/// What was changed of a recording to make a branch. Steps are those of the recording.
public enum BranchChange: Sendable {
  /// All actions but these were left out.
  case keep([Step])
  /// An action was left out, and with it those that it led to.
  case skip(Step, type: String, effects: [Step])
  /// An action's payload became another.
  case edit(Step, type: String, Diff)
  /// An action was put behind another.
  case insert(type: String, payload: Value, after: Step)
  /// An action was moved behind another.
  case move(Step, type: String, after: Step)
}

extension BranchChange: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch self {
    case .keep(let steps):
      "keep \(steps.count == 1 ? "step" : "the \(steps.count) steps") \(Self.list(steps))"
    case .skip(let step, let type, let effects):
      "skip step \(step), \(type)"
        + (effects.isEmpty
          ? ""
          : ", and its \(effects.count == 1 ? "effect" : "\(effects.count) effects"): "
            + Self.list(effects))
    case .edit(let step, let type, let diff):
      "edit step \(step), \(type): " + (diff.isEmpty ? "as it was" : Self.text(of: diff))
    case .insert(let type, let payload, let step):
      "insert \(type) \(payload.json) after step \(step)"
    case .move(let step, let type, let other):
      "move step \(step), \(type), behind step \(other)"
    }
  }

  /// More is a list that nobody reads.
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
