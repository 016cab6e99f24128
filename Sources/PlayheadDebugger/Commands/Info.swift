import PlayheadInspector
import PlayheadLog
import PlayheadRepair
import PlayheadValues

/// `info`: what a log is.
struct InfoCommand: Command {
  let apps: Apps

  let name = "info"
  let summary = "Tells what a log is: app, times, sizes, types of actions."
  let details = [
    "Reads the header, the index, and the few frames that hold notes, gaps and states; the actions "
      + "only of a log without an index. Needs no app; with the one that recorded the log it also reads "
      + "the states and the actions of a log that is not large, and tells whether it can be replayed, as "
      + "'fits' does.",
    "With '--timings' also how long the stores took to handle the actions of each type, as the log has it: "
      + "where it has coarse times alone, at least so long. With '--replay' the same when the log is "
      + "replayed now, which takes the app, and for each store.",
  ]

  let timings = Parameter.flag("timings", "How long the actions of each type took.")
  let replay = Parameter.flag("replay", "With '--timings': also on replay, and by store.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, timings, replay] + ReadingParameters.declarations
  }

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    if arguments[replay], !arguments[timings] { throw UsageError.Fact.missing(timings.spec.name) }
    let log = try LogReader.open(arguments[LogParameters.log], console)
    let facts = LogFacts(log, fit: Fit(of: log, apps, console))
    let times = try times(of: log, arguments, console)
    try console.show(json(facts, times.answer, arguments)) {
      let tables =
        [facts.table, facts.typeTable] + times.answer.flatMap { $0.times.tables($0.title) }
      for (number, table) in tables.enumerated() {
        if number > 0 { try console.print("") }
        for line in table.styledLines { try console.print(line) }
      }
    }
    try log.warnOfDamageFound(on: console)
    let code = log.exitCode.worse(times.exitCode)
    guard let fault = facts.fault else { return code }
    try console.printError("warning: \(sentence(fault))")
    return .badAnswer
  }

  private typealias Times = (title: String, times: HandlerTimes)

  /// The times that are asked for, in the order in which they are shown.
  private func times(
    of log: LogReader, _ arguments: ParsedArguments, _ console: Console
  ) throws -> Inspected<[Times]> {
    guard arguments[timings] else { return Inspected(answer: [], exitCode: .good) }
    let live = ("live", try HandlerTimes.live(log))
    guard arguments[replay] else { return Inspected(answer: [live], exitCode: .good) }
    let replayed = try apps.ask(HandlerTimesRequest(), of: log, arguments.reading(), console)
    return Inspected(
      answer: [live, ("replay", replayed.answer)], exitCode: replayed.exitCode)
  }

  private func json(_ facts: LogFacts, _ times: [Times], _ arguments: ParsedArguments) -> JSON {
    guard let last = times.last else { return facts.json }
    let types = JSON.object(times.map { ($0.title, $0.times.typesJSON) })
    let stores = arguments[replay] ? last.times.storesJSON : nil
    return facts.json + ["timings": types.adding("stores", ifAny: stores)]
  }

  private func sentence(_ fault: LogError) -> String {
    guard case .damaged(let damage) = fault else { return "\(fault)" }
    return
      "frame \(damage.place.frame) of '\(damage.place.path)' is damaged: \(damage.faultAndWayOut); the notes, gaps "
      + "and states in it are not told"
  }
}

/// The times for people and programs.
extension HandlerTimes {
  /// A table by types of action under `title`, and one by stores if their times are known.
  func tables(_ title: String) -> [Table] {
    let stores = stores.longestFirst { $0 }
    let types = types.longestFirst(\.title).map { ($0.key.title, $0.times) }
    let table = TimeCounts.table(title, types)
    return stores.isEmpty ? [table] : [table, TimeCounts.table("\(title), by store", stores)]
  }

  /// An object per type of action.
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

  /// A row for each name, under `title`.
  fileprivate static func table(_ title: String, _ rows: [(String, TimeCounts)]) -> Table {
    var table = Table([.left, .right, .right, .right, .right, .right])
    let titles = [title, "count", "total", "median", "99%", "longest"]
    table.add(titles.map { Table.Cell($0, .dim) })
    for (name, times) in rows {
      let total = times.text(Int64(clamping: times.total), upTo: times.count)
      table.add(
        [Table.Cell(name, .cyan), "\(Format.count(times.count))", "\(total)"]
          + times.percentiles(percentages).map { "\(times.text($0, upTo: 1))" })
    }
    return table
  }

  /// Coarse times are lower bounds, and those below 64 µs are not told apart.
  private func text(_ time: Int64, upTo count: Int) -> String {
    let text = Format.duration(nanoseconds: time)
    guard areCoarse else { return text }
    return time > 0 ? "≥ \(text)" : "< \(Format.duration(nanoseconds: 64_000 * Int64(count)))"
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
