import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A change of a branch as a person typed it: of steps of the recording. Another process makes it again.
enum TypedChange: Codable {
  /// An action is left out, with its effects or without.
  case skip(Step, withEffects: Bool)
  /// What is at a path of an action's payload becomes another value, both as they were written; an empty
  /// path is the whole payload.
  case edit(Step, at: String, to: String)
  /// An action of this type, with this payload, comes behind another.
  case insert(String, payload: String, after: Step)
  /// An action comes behind another.
  case move(Step, after: Step)
}

extension TypedChange {
  /// Makes the change. Gives the branch's step where it is to be seen, if it is not where one was.
  func apply(to branch: inout Branch) throws -> Step? {
    switch self {
    case .skip(let step, let withEffects):
      try branch.skip(step, withEffects: withEffects)
      return nil
    case .edit(let step, let place, let text):
      let path = place.isEmpty ? StatePath() : try StatePath(place)
      try branch.edit(step, set: path, to: Self.value(text))
      return branch.step(of: step)
    case .insert(let type, let text, let step):
      return try branch.insert(type, payload: Self.value(text), after: step)
    case .move(let step, let other):
      try branch.move(step, after: other)
      return branch.step(of: step)
    }
  }

  private static func value(_ text: String) throws -> Value {
    guard let value = Value(json: text) else { throw DebugError.noValue(text) }
    return value
  }
}

extension BranchChange {
  /// For a program; steps are those of the recording.
  var json: JSON {
    switch self {
    case .keep(let steps):
      ["kind": "keep", "steps": .array(steps.map { .uint($0.number) })]
    case .skip(let step, let type, let effects):
      [
        "kind": "skip", "step": .uint(step.number), "type": .string(type),
        "effects": .array(effects.map { .uint($0.number) }),
      ]
    case .edit(let step, let type, let diff):
      [
        "kind": "edit", "step": .uint(step.number), "type": .string(type),
        "payload": .tree(diff.jsonPatch.value),
      ]
    case .insert(let type, let payload, let step):
      [
        "kind": "insert", "type": .string(type), "payload": .tree(payload),
        "after": .uint(step.number),
      ]
    case .move(let step, let type, let other):
      [
        "kind": "move", "step": .uint(step.number), "type": .string(type),
        "after": .uint(other.number),
      ]
    }
  }
}
