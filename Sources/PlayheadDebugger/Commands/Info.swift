import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadRepair
import PlayheadValues

/// `info`: shows facts about a log.
struct InfoCommand: Command {
  let apps: Apps

  let name = "info"
  let summary = "Summarizes a log: app, times, sizes, action types."
  let details = [
    "Reads the header, the index, and the few frames that hold notes, gaps and states; it reads the "
      + "actions only if the log has no index. Needs no app. With the app that recorded the log, it also "
      + "reads the states and the actions of a short log and shows whether the app can replay them, "
      + "as 'compat' does.",
    "'--timings' shows how long the stores took to handle the actions of each type, as recorded. "
      + "Coarse times are lower bounds. '--replay' also shows the times of a replay, by type and by "
      + "store; this needs the app's stores.",
  ]

  let timings = Parameter.flag(
    "timings",
    "Show how long the actions of each type took.")
  let replay = Parameter.flag(
    "replay",
    "With '--timings': also the times of a replay, and by store.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, timings, replay] + ReadingParameters.declarations
  }

  let isPaged = true

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    if arguments[replay], !arguments[timings] { throw UsageError.Fact.missing(timings.spec.name) }
    let context = try CommandContext(arguments, apps, console)
    let log = context.log
    // Runs first, because it may find damage.
    let fit = CompatibilitySummary(of: log, apps, console)
    let overview = try context.ask(OverviewRequest())
    let times = try times(arguments, context)
    try console.show(json(overview.json(fit), times, arguments)) {
      let tables =
        [overview.table(fit), overview.typeTable] + times.flatMap { $0.times.tables($0.title) }
      for (number, table) in tables.enumerated() {
        if number > 0 { try console.print("") }
        try console.print(table)
      }
    }
    guard let fault = overview.hidingDamage.map(sentence) ?? overview.fault else {
      return context.exitCode
    }
    try console.printError("warning: \(fault)")
    return .badAnswer
  }

  private typealias Times = (title: String, times: HandlerTimes)

  /// The handler times, in display order.
  private func times(_ arguments: ParsedArguments, _ context: CommandContext) throws -> [Times] {
    guard arguments[timings] else { return [] }
    let live = ("live", try HandlerTimes.live(context.log))
    return try arguments[replay] ? [live, ("replay", context.ask(HandlerTimesRequest()))] : [live]
  }

  private func json(_ overview: JSON, _ times: [Times], _ arguments: ParsedArguments) -> JSON {
    guard let last = times.last else { return overview }
    let types = JSON.object(times.map { ($0.title, $0.times.typesJSON) })
    let stores = arguments[replay] ? last.times.storesJSON : nil
    return overview + ["timings": types.adding("stores", ifAny: stores)]
  }

  private func sentence(_ damage: DamageRecord) -> String {
    "frame \(damage.frame) of '\(damage.file)' is \(damage.isMemoryLimit ? "not read" : "damaged"): \(damage.faultAndHint); the notes, gaps and states in it are not "
      + "shown"
  }
}

/// The times as tables and as JSON.
extension HandlerTimes {
  /// A table by action type under `title`, and one by store if the stores' times are known.
  func tables(_ title: String) -> [Table] {
    let stores = stores.longestFirst { $0 }
    let types = types.longestFirst(\.title).map { ($0.key.title, $0.times) }
    let table = TimeCounts.table(title, types)
    return stores.isEmpty ? [table] : [table, TimeCounts.table("\(title), by store", stores)]
  }

  /// An object per action type.
  var typesJSON: JSON {
    types.longestFirst(\.title).map { type, times in
      ["type": type.name, "version": type.version] + times.json
    }.asJSON
  }

  /// An object per store.
  var storesJSON: JSON {
    stores.longestFirst { $0 }.map { store, times in ["store": store] + times.json }.asJSON
  }
}

extension TimeCounts {
  private static let percentages = [50, 99, 100]

  /// A table with a row for each name.
  fileprivate static func table(_ title: String, _ rows: [(String, TimeCounts)]) -> Table {
    var table = Table([.left, .right, .right, .right, .right, .right])
    let titles = [title, "count", "total", "median", "99%", "longest"]
    table.add(titles.map { Table.Cell($0, .dim) })
    for (name, times) in rows {
      let total = Int64(clamping: times.areCoarse ? times.mostTotal : times.total)
      table.add(
        [Table.Cell(name, .cyan), "\(Format.count(times.count))", "\(times.text(total))"]
          + times.percentiles(percentages).map { "\(times.text(times.most($0)))" })
    }
    return table
  }

  /// A time, or if times are coarse, its upper bound.
  private func most(_ time: Int64) -> Int64 { areCoarse ? CoarseTime.limit(of: time) : time }

  /// Of coarse times only bounds are known. All are shown by the upper one, so that they can be compared.
  private func text(_ time: Int64) -> String {
    (areCoarse ? "< " : "") + Format.duration(nanoseconds: time)
  }

  /// In nanoseconds.
  fileprivate var json: JSON {
    let parts = percentiles(Self.percentages)
    return [
      "count": count, "total": Int64(clamping: total), "median": parts[0],
      "percentile99": parts[1], "longest": parts[2], "exact": !areCoarse,
    ]
  }
}
