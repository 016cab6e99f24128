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

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    if given[replay], !given[timings] { throw UsageError.Fact.missing(timings.shape.name) }
    let log = try LogReader.open(given[LogParameters.log], console)
    let facts = LogFacts(log, fit: Fit(of: log, apps, console))
    let times = try times(of: log, given, console)
    try console.show(json(facts, times.answer, given)) {
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
    of log: LogReader, _ given: Given, _ console: Console
  ) throws -> Inspected<[Times]> {
    guard given[timings] else { return Inspected(answer: [], exitCode: .good) }
    let live = ("live", try HandlerTimes.live(log))
    guard given[replay] else { return Inspected(answer: [live], exitCode: .good) }
    let replayed = try apps.ask(HandlerTimesRequest(), of: log, given.reading(), console)
    return Inspected(
      answer: [live, ("replay", replayed.answer)], exitCode: replayed.exitCode)
  }

  private func json(_ facts: LogFacts, _ times: [Times], _ given: Given) -> JSON {
    guard !times.isEmpty, case .object(let members) = facts.json else { return facts.json }
    var timings = times.map { (key: $0.title, value: $0.times.typesJSON) }
    if let replay = times.last, given[self.replay] {
      timings.append((key: "stores", value: replay.times.storesJSON))
    }
    return .object(members + [("timings", .object(timings))])
  }

  private func sentence(_ fault: LogError) -> String {
    guard case .damaged(let damage) = fault else { return "\(fault)" }
    return
      "frame \(damage.place.frame) of '\(damage.place.path)' is damaged: \(damage.faultAndWayOut); the notes, gaps "
      + "and states in it are not told"
  }
}
