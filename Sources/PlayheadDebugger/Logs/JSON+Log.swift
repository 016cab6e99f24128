import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension JSON {
  /// A value of the log.
  static func tree(_ value: PlayheadValues.Value) -> JSON { .raw(value.json) }

  /// A value of the log; `null` if there is none.
  static func optional(_ value: PlayheadValues.Value?) -> JSON { value.map(JSON.tree) ?? .null }

  /// A range of steps.
  static func steps(_ steps: ClosedRange<Step>) -> JSON {
    ["first": .uint(steps.lowerBound.number), "last": .uint(steps.upperBound.number)]
  }

  /// A step, or `null`.
  static func optional(_ step: Step?) -> JSON { step.map { .uint($0.number) } ?? .null }
}
