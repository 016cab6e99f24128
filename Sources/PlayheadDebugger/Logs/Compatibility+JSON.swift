import PlayheadLog
import PlayheadReplay

extension Compatibility {
  /// The verdict on `log`.
  func json(of log: LogReader) -> JSON {
    [
      "log": .string(log.name),
      "app": .optional(log.appName),
      "actions": .number(log.actionCount),
      "verdict": .string("\(verdict)"),
      "changes": .array(changes.map(\.json)),
    ]
  }
}

extension Compatibility.Change {
  fileprivate var json: JSON {
    .object(
      [("verdict", .string("\(verdict)"))] + subject.json + [
        ("change", .string(fact.word)), ("first", .uint(first.number)), ("count", .number(count)),
        ("description", .string("\(fact)")),
      ])
  }
}

extension Compatibility.Subject {
  fileprivate var json: [(key: String, value: JSON)] {
    switch self {
    case .stores: []
    case .state(let store): [("store", .string(store))]
    case .action(let type):
      [("type", .string(type.name)), ("version", .number(type.version))]
    }
  }
}

extension Compatibility.Fact {
  /// The word that programs rely on, whatever the case is called in Swift.
  fileprivate var word: String {
    switch self {
    case .unread: "unread"
    case .supplied: "supplied"
    case .converted: "converted"
    case .otherVersion: "otherVersion"
    case .upgraded: "upgraded"
    case .dropped: "dropped"
    case .storeRenamed: "storeRenamed"
    case .storeDropped: "storeDropped"
    case .storeAdded: "storeAdded"
    case .unknown: "unknown"
    case .noUpgrade: "noUpgrade"
    case .misfit: "misfit"
    case .otherStores: "otherStores"
    }
  }
}
