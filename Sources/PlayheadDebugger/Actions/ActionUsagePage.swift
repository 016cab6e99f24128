import PlayheadLog
import PlayheadValues

/// The text of ``ActionUsage``.
struct ActionUsagePage {
  private let usage: ActionUsage

  init(_ usage: ActionUsage) { self.usage = usage }

  func print(on console: Console) throws {
    let log = usage.log
    try console.print(
      "\(log.name): \(log.appName ?? "unknown app"), \(Format.count(log.actionCount, "action")) of "
        + "\(Format.count(usage.types.count, "type"))")
    try print(counts, on: console)
    try print(relations, on: console)
    try print(fields, on: console)
    try printRemarks(on: console)
  }

  private func print(_ table: Table?, on console: Console) throws {
    guard let table else { return }
    try console.print("")
    try console.print(table)
  }

  private var counts: Table? {
    guard !usage.types.isEmpty else { return nil }
    var table = Table([.left, .right, .right, .right, .right, .right, .right, .left])
    table.addTitles([
      "type", "count", "share", "unchanged", "first", "last", "mean time", "changed",
    ])
    for type in usage.types {
      table.add([
        Table.Cell(type.type.title, .cyan), "\(Format.count(type.count))",
        "\(Format.share(type.count, of: usage.log.actionCount))", "\(type.unchangedText)",
        "\(type.first)", "\(type.last)", "\(type.timeText)", "\(type.changeText)",
      ])
    }
    return table
  }

  /// Which types caused which; `nil` if none did.
  private var relations: Table? {
    var table = Table([.left, .left, .left])
    table.addTitles(["type", "caused by", "causes"])
    let related = usage.types.filter { !$0.causeText.isEmpty || !$0.effects.all.isEmpty }
    for type in related {
      table.add([
        Table.Cell(type.type.title, .cyan), "\(type.causeText)", "\(type.effects.text(\.title))",
      ])
    }
    return related.isEmpty ? nil : table
  }

  private var fields: Table? {
    guard !usage.types.isEmpty else { return nil }
    var table = Table([.left, .left])
    table.addTitles(["type", "fields"])
    for type in usage.types {
      table.add([
        Table.Cell(type.type.title, .cyan), "\(type.fields.text)",
      ])
    }
    return table
  }

  private func printRemarks(on console: Console) throws {
    let remarks = [
      ("never dispatched", usage.neverDispatched.map(\.type.title)),
      ("unknown to the app", usage.unknown.map(\.title)),
      ("left out by the app's upgrades", usage.dropped.map(\.title)),
      ("handled by no store of the app", usage.untaken.map(\.title)),
    ].filter { !$0.1.isEmpty }
    if !remarks.isEmpty { try console.print("") }
    for (title, types) in remarks {
      try console.print("\(title): \(types.joined(separator: ", "))")
    }
  }
}

extension TypeUsage {
  /// `3 (2.7%)`, or an empty cell instead of a zero.
  fileprivate var unchangedText: String {
    guard unchanged > 0 else { return "" }
    return "\(Format.count(unchanged)) (\(Format.share(unchanged, of: count)))"
  }

  fileprivate var timeText: String {
    // Of coarse times only bounds are known. All are shown by the upper one, so that they can be compared.
    guard let most = mostMeanNanoseconds else { return "" }
    return (isCoarse ? "< " : "") + Format.duration(nanoseconds: most)
  }

  /// `history, caret (12)`: with the number if not every action changed the store.
  fileprivate var changeText: String {
    changes.all.map { store, times in
      store + (times == count ? "" : " (\(Format.count(times)))")
    }.joined(separator: ", ")
  }

  fileprivate var causeText: String {
    let unrecorded = "not recorded \(Format.count(unrecordedCauses))"
    let parts = [causes.text(\.title), unrecordedCauses == 0 ? "" : unrecorded]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Counts {
  /// `ToggleLike 12, Retry 3`.
  fileprivate func text(_ name: (Element) -> String) -> String {
    sorted.map { "\(name($0.element)) \(Format.count($0.count))" }.joined(separator: ", ")
  }
}

extension Table {
  fileprivate mutating func addTitles(_ titles: [String]) {
    add(titles.map { Cell($0, .dim) })
  }
}

extension ActionUsage {
  /// A type of the log.
  func json(of usage: TypeUsage) -> JSON {
    [
      "type": usage.type.name,
      "version": usage.type.version,
      "fields": usage.fields.json,
      "count": usage.count,
      "share": Double(usage.count) / Double(max(log.actionCount, 1)),
      "unchanged": usage.unchanged,
      "changed": usage.changes.all.map { ["store": $0.element, "count": $0.count] as JSON },
      "causedBy": usage.causes.json,
      "causedByUnrecorded": usage.unrecordedCauses,
      "causes": usage.effects.json,
      "first": usage.first,
      "last": usage.last,
      "nanoseconds": usage.meanNanoseconds,
      "exactTiming": !usage.isCoarse,
      "known": catalog.map { _ in entry(of: usage.type) != nil },
      "handlers": entry(of: usage.type)?.handlerJSON,
    ]
  }

  /// A type that the app has, but the log does not.
  func json(of entry: ActionCatalog.Entry) -> JSON {
    [
      "type": entry.type.name, "version": entry.type.version, "count": 0, "known": true,
      "handlers": entry.handlerJSON,
    ]
  }
}

extension Counts<ActionType> {
  fileprivate var json: JSON {
    sorted.map { type, count in
      ["type": type.name, "version": type.version, "count": count] as JSON
    }.asJSON
  }
}
