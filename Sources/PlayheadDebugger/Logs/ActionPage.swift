import PlayheadCoding
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// All about one action, for a person.
struct ActionPage {
  /// What the action changed.
  enum Changes {
    case known(Diff)
    /// Nobody can say, for this reason.
    case unknown(String)
  }

  let action: SeenAction
  let log: LogReader
  let changes: Changes
  let options: PrintOptions
  private var entry: LogEntry { action.entry }

  init(action: SeenAction, log: LogReader, changes: Changes, options: PrintOptions) {
    (self.action, self.log, self.changes, self.options) = (action, log, changes, options)
  }

  func print(on console: Console) throws {
    try console.print(title)
    let type = entry.type.name.visible
    let version = entry.type.version == 1 ? "" : " (version \(entry.type.version))"
    try console.print("")
    for line in try lines(entry.payload(), named: type) { try console.print("  \(line)") }
    try console.print("")
    var table = Table([.left, .left])
    table.add(["type", "\(type)\(version)"])
    try addFacts(to: &table)
    for line in table.styledLines { try console.print(line) }
    try printChanges(console)
  }

  private var title: StyledText {
    let offset = Format.offset(nanoseconds: log.offset(of: entry.moment))
    let time = Format.wallTime(nanoseconds: entry.moment.wall)
    let whole = "\(log.lastStep)" + (action.origin == nil ? "" : " of the branch")
    return StyledText("step \(entry.step)", .bold) + " of \(whole), \(offset), \(time)"
  }

  private func lines(_ value: Value, named name: String = "") -> [String] {
    value.swiftText(named: name, options: options).split(separator: "\n").map(String.init)
  }

  private func addFacts(to table: inout Table) throws {
    let causes = try log.causes(of: entry)
    if !causes.isEmpty {
      let chain = causes.map { "\($0.step) (\($0.type.name))" }.joined(separator: " ← ")
      table.add(["cause", "\(chain)"])
    }
    guard action.origin == nil else {
      if let provenance = action.provenance { table.add(["origin", "\(provenance)"]) }
      return
    }
    if causes.isEmpty, let cause = entry.cause {
      table.add(["cause", "\(cause), which was not recorded"])
    }
    for draw in try entry.draws() {
      table.add(["drew", "\(draw.swiftText(options: .inLine))"])
    }
    table.add(["stores", "\(stores(of: entry))"])
    if entry.isHandled { table.add(["took", "\(duration(of: entry))"]) }
  }

  private func stores(of entry: LogEntry) -> String {
    if !entry.isHandled { return "not handled to the end: the app stopped here" }
    return entry.changed.isEmpty
      ? "none changed" : entry.changed.joined(separator: ", ")
  }

  private func duration(of entry: LogEntry) -> String {
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
      try console.print(DiffText(options.at(StatePath())).text(diff))
    }
  }
}
