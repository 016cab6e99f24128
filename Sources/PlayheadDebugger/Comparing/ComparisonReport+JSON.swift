import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension ComparedSession {
  /// As many places as tell what is going on; a session may differ at thousands.
  private static let listedPlaces = 16

  /// What became of it.
  var json: JSON {
    var members: [(key: String, value: JSON)] = [
      ("log", .string(path)), ("app", .string(app)), ("actions", .number(actionCount)),
      ("same", .bool(difference == nil)),
    ]
    if let loss { members.append(("loss", .string(loss))) }
    if let commonStop { members.append(("stop", commonStop.json)) }
    if !unshared.isEmpty { members.append(("notCompared", unshared.json)) }
    if let difference { members += Self.json(difference) }
    if !later.isEmpty { members.append(("later", .array(later.map { .object(Self.json($0)) }))) }
    return .object(members)
  }

  private static func json(_ difference: BuildDifference) -> [(key: String, value: JSON)] {
    let place = difference.json
    switch difference.fact {
    case .values(let changes):
      let sorted = changes.sorted { $0.key < $1.key }
      return place + [
        ("kind", "values"), ("places", .number(changes.count)),
        ("changes", .array(sorted.prefix(listedPlaces).map { .object($0.value.json) })),
      ]
    case .stops(let old, let new):
      return place + [
        ("kind", "stop"), ("old", old?.json ?? .null), ("new", new?.json ?? .null),
      ]
    case .draws(let old, let new):
      return place + [
        ("kind", "draws"), ("old", .optional(old?.description)),
        ("new", .optional(new?.description)),
      ]
    }
  }
}

extension SessionGroup {
  /// All facts, with the logs.
  var json: JSON {
    .object(
      [("group", .number(number)), ("sessions", .number(members.count))] + causeJSON + [
        (
          "alsoAt",
          .array(
            alsoCommon.compactMap {
              if case .place(let pattern) = $0.kind { .string(pattern) } else { nil }
            })
        ),
        ("samePlaceAs", .array(samePlace.map(JSON.number))),
        (
          "example",
          .object(
            [("log", .string(example.session.path))] + example.difference.json
              + (exampleChange?.json ?? []))
        ),
        ("logs", .array(members.map { .string($0.session.path) })),
      ])
  }

  private var causeJSON: [(key: String, value: JSON)] {
    let place: [(key: String, value: JSON)] =
      [("action", .optional(cause.action))] + (cause.isBehindGap ? [("behindGap", true)] : [])
    return switch cause.kind {
    case .place(let pattern): [("kind", "values")] + place + [("place", .string(pattern))]
    case .stop(let old, let new):
      [("kind", "stop")] + place + [("old", .optional(old)), ("new", .optional(new))]
    case .draws(let old, let new):
      [("kind", "draws")] + place + [("old", .optional(old)), ("new", .optional(new))]
    }
  }
}

extension BuildDifference {
  /// Where it is.
  fileprivate var json: [(key: String, value: JSON)] {
    [
      ("step", .uint(step.number)), ("lastAgreed", .optional(lastAgreed)),
      ("action", .optional(action)),
    ] + (isBehindGap ? [("behindGap", true)] : [])
  }
}

extension BuildStop {
  fileprivate var json: JSON {
    ["kind": .string(kind.rawValue), "step": .optional(step), "reason": .string(reason)]
  }
}

extension Change {
  fileprivate var json: [(key: String, value: JSON)] {
    [("path", .string(path.description)), ("old", .optional(old)), ("new", .optional(new))]
  }
}
