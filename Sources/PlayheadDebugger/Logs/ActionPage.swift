import PlayheadCoding
import PlayheadLog

/// All about one action, for a person.
struct ActionPage {
  /// What the action changed.
  enum Changes {
    case known(Diff)
    /// Nobody can say, for this reason.
    case unknown(String)
  }

  let entry: LogEntry
  let log: LogReader
  let changes: Changes
  let options: PrintOptions

  func print(on console: Console) throws {
    try console.print(title(console))
    let type = entry.type.name.visible
    let version = entry.type.version == 1 ? "" : " (version \(entry.type.version))"
    try console.print("")
    for line in try lines(entry.payload(), named: type) { try console.print("  " + line) }
    try console.print("")
    var table = Table([.left, .left])
    table.add(["type", "\(type)\(version)"])
    try addFacts(to: &table)
    for line in table.lines(on: console) { try console.print(line) }
    try printChanges(console)
  }

  private func title(_ console: Console) -> String {
    let offset = Format.offset(nanoseconds: log.offset(of: entry.moment))
    let time = Format.wallTime(nanoseconds: entry.moment.wall)
    return console.styled("step \(entry.step)", .bold) + " of \(log.lastStep), \(offset), \(time)"
  }

  private func lines(_ value: Value, named name: String = "") -> [String] {
    value.swiftText(named: name, options: options).split(separator: "\n").map(String.init)
  }

  private func addFacts(to table: inout Table) throws {
    let causes = try log.causes(of: entry)
    if !causes.isEmpty {
      let chain = causes.map { "\($0.step) (\($0.type.name.visible))" }.joined(separator: " ← ")
      table.add(["cause", "\(chain)"])
    } else if let cause = entry.cause {
      table.add(["cause", "\(cause), which was not recorded"])
    }
    for draw in try entry.draws() {
      table.add(["drew", "\(draw.swiftText(options: .inLine))"])
    }
    table.add(["stores", "\(stores)"])
    if entry.isHandled { table.add(["took", "\(duration)"]) }
  }

  private var stores: String {
    if !entry.isHandled { return "not handled to the end: the app stopped here" }
    return entry.changed.isEmpty
      ? "none changed" : entry.changed.map(\.visible).joined(separator: ", ")
  }

  private var duration: String {
    let text = Format.duration(nanoseconds: entry.nanoseconds)
    switch (entry.timing, entry.nanoseconds) {
    case (.exact, _): return text
    // What coarse timing does not tell apart.
    case (.coarse, 0): return "less than 64.0 µs"
    case (.coarse, _): return "\(text) or more, up to twice that"
    }
  }

  private func printChanges(_ console: Console) throws {
    try console.print("")
    switch changes {
    case .unknown(let reason):
      try console.print("changes unknown: \(reason)")
    case .known(let diff) where diff.isEmpty:
      try console.print("no changes")
    case .known(let diff):
      try console.print("changes")
      try console.print(DiffText(options.at(Path())).text(diff, console))
    }
  }
}
