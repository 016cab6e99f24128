import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReading
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
    let answer = InfoAnswer(
      overview, fit?.verdict, times.map { TimesAnswer(live: $0.live, replay: $0.replay) })
    try console.show(answer) {
      let tables =
        [overview.table(fit?.words), overview.typeTable]
        + (times?.live.tables("live") ?? []) + (times?.replay?.tables("replay") ?? [])
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

  private func sentence(_ damage: DamageRecord) -> String {
    "frame \(damage.frame) of '\(damage.file)' is \(damage.isMemoryLimit ? "not read" : "damaged"): \(damage.faultAndHint); the notes, gaps and states in it are not "
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
    func shown(_ name: String) -> String { name.isEmpty ? "unknown" : name }
    var table = Table([.left, .left])
    if let header {
      table.add(["app", "\(shown(header.app))"])
      table.add(["build", "\(shown(header.build))"])
      table.add(["session", "\(header.session.uuidString.lowercased())"])
      table.add(["started", "\(Format.wallTime(nanoseconds: header.start))"])
      let lasted = duration.map { Format.duration(nanoseconds: $0) } ?? "unknown"
      table.add(["lasted", "\(lasted)"])
      table.add(["device", "locale \(shown(header.locale)), time zone \(shown(header.timeZone))"])
    } else {
      table.add(["app", "unknown: the log's first frame is damaged"])
    }
    table.add(["actions", "\(Format.count(actionCount))\(Format.missing(missingCount))"])
    table.add(["size", "\(size)"])
    let version = header.map { "version \($0.formatVersion), " } ?? ""
    table.add(["format", "\(version)\(Format.count(chunkCount, "chunk"))"])
    if initialStep > .initial {
      table.add(["begins", "with the state at step \(initialStep)"])
      if let segment { table.add(["segment", "\(segment.number) of '\(segment.log)'"]) }
    }
    table.add(["stores", "\(stores.joined(separator: ", "))"])
    table.add(["checkpoints", "\(checkpointText)"])
    table.add(["digests", "\(hasDigests ? "yes" : "no")"])
    table.add(["notes", "\(Format.count(notes.count))"])
    if !resumptions.isEmpty {
      table.add(["resumptions", "\(Format.count(resumptions.count))"])
    }
    table.add(["gaps", "\(Format.count(gaps.count))"])
    if !lostSteps.isEmpty {
      let isUnread = !damages.isEmpty && damages.allSatisfy(\.isMemoryLimit)
      table.add([isUnread ? "not read" : "lost", "\(lostSteps.inWords.joined(separator: ", "))"])
    }
    table.add(["closed", "\(closedText)"])
    if let fit { table.add(["this build", "\(fit)"]) }
    return table
  }

  var typeTable: Table {
    var table = Table([.left, .right, .right])
    for kind in types {
      table.add([
        Table.Cell(kind.type.title, .cyan), "\(Format.count(kind.count))",
        "\(Format.share(kind.count, of: actionCount))",
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

  fileprivate var size: LogSize { LogSize(bytes: byteCount, actions: actionCount) }

  fileprivate var endingWord: String {
    switch ending {
    case .closed: "closed"
    case .beingWritten: "being written"
    case .stoppedHandling: "stopped while handling the last step"
    case .stopped: "stopped"
    }
  }
}

struct InfoAnswer: Encodable {
  let log: String
  let app: String?
  let build: String?
  let session: String?
  let start: String?
  let nanoseconds: Int64?
  let locale: String?
  let timeZone: String?
  let formatVersion: UInt64?
  let actions: Int
  let firstStep: Step
  let lastStep: Step
  let bytes: Int
  let bytesPerAction: Double?
  let chunks: Int
  let types: [TypeCount]
  let segmentOf: String?
  let stores: [String]
  let checkpoints: [Step]
  let digests: Bool
  let notes: [NoteRecord]
  let resumptions: [ResumptionRecord]
  let gaps: [GapRecord]
  let lost: [ClosedRange<Step>]
  let closed: Bool
  let ending: String
  let compat: String?
  let damage: String?
  let damages: [String]
  @IfPresent var timings: TimesAnswer?

  struct TypeCount: Encodable {
    let name: String
    let version: Int
    let count: Int
  }

  init(
    _ overview: LogOverview, _ verdict: Compatibility.Verdict? = nil, _ timings: TimesAnswer? = nil
  ) {
    let header = overview.header
    (log, app, build) = (overview.log, header?.app, header?.build)
    session = header?.session.uuidString.lowercased()
    start = header.map { Format.wallTime(nanoseconds: $0.start) }
    (nanoseconds, locale, timeZone) = (overview.duration, header?.locale, header?.timeZone)
    (formatVersion, actions) = (header?.formatVersion, overview.actionCount)
    (firstStep, lastStep) = (overview.initialStep.next, overview.lastStep)
    (bytes, bytesPerAction) = (overview.byteCount, overview.size.bytesPerAction)
    chunks = overview.chunkCount
    types = overview.types.map {
      TypeCount(name: $0.type.name, version: $0.type.version, count: $0.count)
    }
    (segmentOf, stores) = (overview.segment?.log, overview.stores)
    (checkpoints, digests) = (overview.checkpoints, overview.hasDigests)
    (notes, resumptions, gaps) = (overview.notes, overview.resumptions, overview.gaps)
    (lost, closed, ending) = (overview.lostSteps, overview.ending == .closed, overview.endingWord)
    compat = verdict.map { "\($0)" }
    damages = overview.damages.map(\.text)
    damage = damages.first ?? overview.hidingDamage?.text ?? overview.fault
    self.timings = timings
  }
}
