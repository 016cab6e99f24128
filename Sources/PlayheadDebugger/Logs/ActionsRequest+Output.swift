import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension ActionsRequest.Part {
  /// For a program; `prints` says whether expressions were asked for, which are not known where the state is not.
  func json(prints: Bool = false) -> JSON {
    switch self {
    case .action(let action, let answers):
      let printed = answers.map { JSON.array($0.map(\.json)) } ?? .null
      return .object(action.jsonMembers + (prints ? [("printed", printed)] : []))
    case .note(let note):
      return [
        "note": .string(note.text), "step": .uint(note.step.number), "offset": .int(note.offset),
        "time": .string(Format.wallTime(nanoseconds: note.wallTime)),
      ]
    case .gap(let gap): return gap.json
    }
  }
}

extension GapRecord {
  /// For a program.
  var json: JSON {
    [
      "gap": .string(reason), "first": .uint(steps.lowerBound.number),
      "last": .uint(steps.upperBound.number), "detail": .string(detail),
    ]
  }
}

extension ActionRecord {
  /// The members that every description of an action has.
  var jsonMembers: [(key: String, value: JSON)] {
    var members: [(key: String, value: JSON)] = [("step", .uint(step.number))]
    if let origin { members.append(("recorded", .optional(origin.action.step))) }
    members += [
      ("offset", .int(offset)), ("time", .string(Format.wallTime(nanoseconds: wallTime))),
      ("type", .string(type.name)), ("version", .number(type.version)),
      ("payload", .tree(payload)), ("cause", .optional(cause)),
    ]
    if let outcome {
      members += [
        ("handled", .bool(outcome.isHandled)),
        ("changed", .array(outcome.changed.map(JSON.string))),
        ("nanoseconds", .int(outcome.nanoseconds)),
      ]
    }
    if let origin { members.append(("edited", .bool(origin.isMade && origin.action.step != nil))) }
    return members
  }
}

extension LogReader {
  /// The names of types of action that were given to `parameter`. Throws if the log has not one of them.
  func checked(_ types: [String], for parameter: String) throws(UsageError.Fact) -> Set<String> {
    let known = self.types.map(\.name)
    for type in types where !known.contains(type) {
      let suggestion = Suggestion.closest(to: type, in: known)
      throw .badValue(
        type, for: parameter, .unknown(kind: "type", suggestion: suggestion, known: known))
    }
    return Set(types)
  }
}
