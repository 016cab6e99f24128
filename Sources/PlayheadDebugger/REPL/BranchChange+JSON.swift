import PlayheadLog
import PlayheadReplay
import PlayheadValues

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
