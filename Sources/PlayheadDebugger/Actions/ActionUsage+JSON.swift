import PlayheadLog

extension ActionUsage {
  /// A type that the log has.
  func json(of usage: TypeUsage) -> JSON {
    let share = Double(usage.count) / Double(max(log.actionCount, 1))
    return [
      "type": .string(usage.type.name),
      "version": .number(usage.type.version),
      "fields": usage.fields.json,
      "count": .number(usage.count),
      "share": .double(share),
      "unchanged": .number(usage.unchanged),
      "changed": .array(
        usage.changes.all.map { ["store": .string($0.element), "count": .number($0.count)] }),
      "causedBy": .counts(usage.causes),
      "causedByUnrecorded": .number(usage.unrecordedCauses),
      "causes": .counts(usage.effects),
      "first": .uint(usage.first.number),
      "last": .uint(usage.last.number),
      "nanoseconds": usage.meanNanoseconds.map(JSON.int) ?? .null,
      "exactTiming": .bool(!usage.isCoarse),
      "known": catalog == nil ? .null : .bool(entry(of: usage.type) != nil),
      "handlers": entry(of: usage.type).map(\.handlerJSON) ?? .null,
    ]
  }

  /// A type that the app has and the log has not.
  func json(of entry: ActionCatalog.Entry) -> JSON {
    [
      "type": .string(entry.type.name),
      "version": .number(entry.type.version),
      "count": 0,
      "known": true,
      "handlers": entry.handlerJSON,
    ]
  }
}

extension JSON {
  fileprivate static func counts(_ counts: Counts<ActionType>) -> JSON {
    .array(
      counts.sorted.map { type, count in
        [
          "type": .string(type.name), "version": .number(type.version), "count": .number(count),
        ]
      })
  }
}
