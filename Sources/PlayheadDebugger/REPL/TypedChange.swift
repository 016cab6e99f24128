import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A change of a branch as a person typed it. Another process makes it again.
enum TypedChange: Codable {
  /// An action is left out, with its effects or without.
  case skip(BranchOrigin, withEffects: Bool)
  /// What is at a path of an action's payload becomes another value, both as they were written; an empty
  /// path is the whole payload.
  case edit(BranchOrigin, at: String, to: String)
  /// An action of this type, with this payload, comes behind another.
  case insert(String, payload: String, after: BranchOrigin)
  /// An action comes behind another.
  case move(BranchOrigin, after: BranchOrigin)
}

extension TypedChange {
  /// Makes the change. Gives the branch's step where it is to be seen, if it is not where one was.
  func apply(to branch: inout Branch) throws -> Step? {
    switch self {
    case .skip(let action, let withEffects):
      try branch.skip(action, withEffects: withEffects)
      return nil
    case .edit(let action, let place, let text):
      let path = place.isEmpty ? StatePath() : try StatePath(place)
      try branch.edit(action, set: path, to: Self.value(text))
      return branch.step(of: action)
    case .insert(let type, let text, let other):
      return try branch.insert(type, payload: Self.value(text), after: other)
    case .move(let action, let other):
      try branch.move(action, after: other)
      return branch.step(of: action)
    }
  }

  private static func value(_ text: String) throws -> Value {
    guard let value = Value(json: text) else { throw DebugError.noValue(text) }
    return value
  }
}

extension BranchChange {
  /// For a program.
  var json: JSON {
    switch self {
    case .keep(let steps):
      ["kind": "keep", "steps": .array(steps.map { .uint($0.number) })]
    case .skip(let action, let type, let effects):
      [
        "kind": "skip", "step": action.json, "type": .string(type),
        "effects": .array(effects.map { .uint($0.number) }),
      ]
    case .edit(let action, let type, let diff):
      [
        "kind": "edit", "step": action.json, "type": .string(type),
        "payload": .tree(diff.jsonPatch.value),
      ]
    case .insert(let type, let payload, let other):
      [
        "kind": "insert", "type": .string(type), "payload": .tree(payload), "after": other.json,
      ]
    case .move(let action, let type, let other):
      ["kind": "move", "step": action.json, "type": .string(type), "after": other.json]
    }
  }
}

extension BranchOrigin {
  /// The recording's step; of an action that was inserted its number among those.
  fileprivate var json: JSON {
    switch self {
    case .recorded(let step): .uint(step.number)
    case .inserted(let number): ["inserted": .number(number)]
    }
  }
}
