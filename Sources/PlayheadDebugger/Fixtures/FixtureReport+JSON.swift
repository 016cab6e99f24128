import PlayheadLog
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

extension FixtureReport {
  /// All facts.
  var json: [(key: String, value: JSON)] {
    [
      ("fixture", .string(fixture.shownPath)), ("holds", .bool(holds)),
      ("actions", .number(actionCount)), ("expectations", .number(expectations.count)),
      ("findings", .array(findings.map(\.json))), ("drewOtherwise", .optional(drawFault?.step)),
    ]
  }
}

extension Finding {
  fileprivate var json: JSON {
    .object(
      [("step", .uint(step.number)), ("action", .optional(action))] + fact.json)
  }
}

extension Finding.Fact {
  fileprivate var json: [(key: String, value: JSON)] {
    switch self {
    case .value(let path, let expected, let actual):
      [
        ("kind", "value"), ("path", .string(path.description)), ("expected", .tree(expected)),
        ("actual", .tree(actual)),
      ]
    case .unknown(let path, let actual):
      [("kind", "unknown"), ("path", .string(path.description)), ("actual", .tree(actual))]
    case .unanswered(let condition):
      [("kind", "unanswered"), ("condition", .string(condition.text))]
    case .violated(let condition, let values):
      [
        ("kind", "condition"), ("condition", .string(condition.text)),
        ("values", .object(values.map { ($0.path.description, JSON.tree($0.value)) })),
      ]
    }
  }
}
