import Foundation
package import PlayheadInspector
import PlayheadLog
package import PlayheadReading
import PlayheadRepair
import PlayheadReplay
import PlayheadValues

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

  let log = LogParameters.log
  let timings = Parameter.flag(
    "timings",
    "Show how long the actions of each type took.")
  let replay = Parameter.flag(
    "replay",
    "With '--timings': also the times of a replay, and by store.")
  let reading = ReadingParameters.declarations

  let isPaged = true

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    if arguments[replay], !arguments[timings] { throw UsageError.Fact.missing(timings.spec.name) }
    let context = try CommandContext(arguments, apps, console)
    // Runs first, because it may find damage.
    let fit = context.fit()
    let overview = try context.ask(OverviewRequest())
    let times = try times(arguments, context)
    let facts = InfoFacts(
      compat: fit?.verdict.map { "\($0)" },
      timings: times.map { TimesAnswer(live: $0.live, replay: $0.replay) })
    try console.show(Joined(overview, facts)) {
      let tables =
        [overview.table(fit?.words), overview.typeTable]
        + (times?.live.tables("live") ?? []) + (times?.replay?.tables("replay") ?? [])
      for (number, table) in tables.enumerated() {
        if number > 0 { try console.print("") }
        try console.print(table)
      }
    }
    guard let fault = context.recording.annotations().fault else { return context.exitCode }
    try console.printError("warning: \(sentence(fault))")
    return .badAnswer
  }

  /// The recorded times, and those of a replay.
  private func times(
    _ arguments: ParsedArguments, _ context: CommandContext
  ) throws -> (live: HandlerTimes, replay: HandlerTimes?)? {
    guard arguments[timings] else { return nil }
    return (
      try HandlerTimes.live(context.recording),
      arguments[replay] ? try context.ask(HandlerTimesRequest()) : nil
    )
  }

  /// Why notes, gaps or states cannot be read.
  private func sentence(_ fault: ReadingError) -> String {
    guard case .damaged(let damage) = fault else { return "\(fault)" }
    let record = DamageRecord(damage)
    return
      "frame \(record.frame) of '\(record.file)' is \(record.isMemoryLimit ? "not read" : "damaged"): \(record.faultAndHint); the notes, gaps and states in it are not "
      + "shown"
  }
}

extension HandlerTimes {
  /// A table by action type under `title`, and one by store if the stores' times are known.
  func tables(_ title: String) -> [Table] {
    let stores = stores.longestFirst { $0 }
    let types = types.longestFirst(\.title).map { ($0.key.title, $0.times) }
    let table = TimeCounts.table(title, types)
    return stores.isEmpty ? [table] : [table, TimeCounts.table("\(title), by store", stores)]
  }
}

/// The times of `info --timings`, in nanoseconds.
struct TimesAnswer: Encodable {
  let live: [Times]
  @IfPresent var replay: [Times]? = nil
  @IfPresent var stores: [Times]? = nil

  struct Times: Encodable {
    @IfPresent var type: String? = nil
    @IfPresent var version: Int? = nil
    @IfPresent var store: String? = nil
    let count: Int
    let total: Int64
    let median: Int64
    let percentile99: Int64
    let longest: Int64
    let exact: Bool

    init(_ times: TimeCounts) {
      let parts = times.percentiles(TimeCounts.percentages)
      (count, total, exact) = (times.count, Int64(clamping: times.total), !times.areCoarse)
      (median, percentile99, longest) = (parts[0], parts[1], parts[2])
    }
  }

  init(live: HandlerTimes, replay: HandlerTimes?) {
    self.live = Self.times(byTypeIn: live)
    self.replay = replay.map(Self.times(byTypeIn:))
    stores = replay?.stores.longestFirst { $0 }.map { store, times in
      var times = Times(times)
      times.store = store
      return times
    }
  }

  private static func times(byTypeIn times: HandlerTimes) -> [Times] {
    times.types.longestFirst(\.title).map { type, times in
      var times = Times(times)
      (times.type, times.version) = (type.name, type.version)
      return times
    }
  }
}

extension TimeCounts {
  fileprivate static let percentages = [50, 99, 100]

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
}

extension LogOverview {
  func table(_ fit: String?) -> Table {
    func shown(_ name: String?) -> String { name.flatMap { $0.isEmpty ? nil : $0 } ?? "unknown" }
    var table = Table([.left, .left])
    if let app, let start {
      table.add(["app", "\(shown(app))"])
      table.add(["build", "\(shown(build))"])
      table.add(["session", "\(shown(session))"])
      table.add(["started", "\(Format.wallTime(nanoseconds: start.nanoseconds))"])
      let lasted = nanoseconds.map { Format.duration(nanoseconds: $0) } ?? "unknown"
      table.add(["lasted", "\(lasted)"])
      table.add(["device", "locale \(shown(locale)), time zone \(shown(timeZone))"])
    } else {
      table.add(["app", "unknown: the log's first frame is damaged"])
    }
    table.add(["actions", "\(Format.count(actions))\(Format.missing(missing))"])
    table.add(["size", "\(size)"])
    let version = formatVersion.map { "version \($0), " } ?? ""
    table.add(["format", "\(version)\(Format.count(chunks, "chunk"))"])
    if let initial = firstStep.previous, initial > .initial {
      table.add(["begins", "with the state at step \(initial)"])
      if let segment, let segmentOf { table.add(["segment", "\(segment) of '\(segmentOf)'"]) }
    }
    table.add(["stores", "\(stores.joined(separator: ", "))"])
    table.add(["checkpoints", "\(checkpointText)"])
    table.add(["digests", "\(digests ? "yes" : "no")"])
    table.add(["notes", "\(Format.count(notes.count))"])
    if !resumptions.isEmpty {
      table.add(["resumptions", "\(Format.count(resumptions.count))"])
    }
    table.add(["gaps", "\(Format.count(gaps.count))"])
    if !lost.isEmpty {
      let isUnread = !damages.isEmpty && damages.allSatisfy(\.isMemoryLimit)
      table.add([isUnread ? "not read" : "lost", "\(lost.inWords.joined(separator: ", "))"])
    }
    table.add(["closed", "\(closedText)"])
    if let fit { table.add(["this build", "\(fit)"]) }
    return table
  }

  var typeTable: Table {
    var table = Table([.left, .right, .right])
    for kind in types {
      table.add([
        Table.Cell(ActionType(name: kind.name, version: kind.version).title, .cyan),
        "\(Format.count(kind.count))", "\(Format.share(kind.count, of: actions))",
      ])
    }
    return table
  }

  private var checkpointText: String {
    guard !checkpoints.isEmpty else { return "none" }
    // A few checkpoints show where a replay can start. A long list says no more than its length.
    let shown = checkpoints.prefix(6).map(\.description).joined(separator: ", ")
    let rest = checkpoints.count > 6 ? " and \(checkpoints.count - 6) more" : ""
    return "at \(checkpoints.count == 1 ? "step" : "steps") \(shown)\(rest)"
  }

  private var closedText: String {
    switch ending {
    case .closed: "yes"
    case .beingWritten: "no: it is still being written"
    case .stoppedHandling, .stopped(_, isComplete: true): "no: \(ending.words)"
    case .stopped(let step, isComplete: false):
      "no: it ends with step \(step), and any later steps are missing"
    }
  }

  private var size: LogSize { LogSize(bytes: bytes, actions: actions) }
}

/// What `info` knows besides the log's own facts.
struct InfoFacts: Encodable {
  var compat: String?
  @IfPresent var timings: TimesAnswer? = nil
}

extension WallTime: HasJSONForm {
  package var jsonForm: String { Format.wallTime(nanoseconds: nanoseconds) }
}

extension DamageRecord: HasJSONForm {
  package var jsonForm: String { text }
}

extension LogEnding: HasJSONForm {
  package var jsonForm: String {
    switch self {
    case .closed: "closed"
    case .beingWritten: "being written"
    case .stoppedHandling: "stopped while handling the last step"
    case .stopped: "stopped"
    }
  }
}
