import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension JSON {
  /// The members that every description of an action has.
  static func action(_ entry: LogEntry, of log: LogReader) throws -> [(key: String, value: JSON)] {
    [
      ("step", .uint(entry.step.number)),
      ("offset", .int(log.offset(of: entry.moment))),
      ("time", .string(Format.wallTime(nanoseconds: entry.moment.wall))),
      ("type", .string(entry.type.name)),
      ("version", .number(entry.type.version)),
      ("payload", .tree(try entry.payload())),
      ("cause", .optional(entry.cause)),
      ("handled", .bool(entry.isHandled)),
      ("changed", .array(entry.changed.map(JSON.string))),
      ("nanoseconds", .int(entry.nanoseconds)),
    ]
  }

  /// A remark of the app's.
  static func note(_ note: Note, of log: LogReader) -> JSON {
    [
      "note": .string(note.text),
      "step": .uint(note.step.number),
      "offset": .int(log.offset(of: note.moment)),
      "time": .string(Format.wallTime(nanoseconds: note.moment.wall)),
    ]
  }

  /// Steps that are missing.
  static func gap(_ gap: Gap) -> JSON {
    [
      "gap": .string(name(of: gap.reason)),
      "first": .uint(gap.steps.lowerBound.number),
      "last": .uint(gap.steps.upperBound.number),
      "detail": .string(gap.detail),
    ]
  }

  /// The word for a reason that programs rely on, whatever the case is called in Swift.
  private static func name(of reason: GapReason) -> String {
    switch reason {
    case .paused: "paused"
    case .unencodable: "unencodable"
    case .unwritable: "unwritable"
    case .overrun: "overrun"
    case .damaged: "damaged"
    case .restarted: "restarted"
    case .other(let code): "reason \(code)"
    }
  }

  /// A value of the log.
  static func tree(_ value: PlayheadValues.Value) -> JSON { .raw(value.json) }

  /// A range of steps.
  static func steps(_ steps: ClosedRange<Step>) -> JSON {
    ["first": .uint(steps.lowerBound.number), "last": .uint(steps.upperBound.number)]
  }

  /// A step, or `null`.
  static func optional(_ step: Step?) -> JSON { step.map { .uint($0.number) } ?? .null }
}
