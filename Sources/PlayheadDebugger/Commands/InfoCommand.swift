import PlayheadLog

/// `info`: what a log is.
struct InfoCommand: Command {
  let apps: Apps

  let name = "info"
  let summary = "Tells what a log is: app, times, sizes, types of actions."
  let details = [
    "Reads the header, the index, and the few frames that hold notes, gaps and states; the actions "
      + "only of a log without an index. Needs no app; with the one that recorded the log it also reads "
      + "the states and the actions of a log that is not large, and tells whether it can be replayed, as "
      + "'fits' does."
  ]

  var parameters: [any ParameterDeclaration] { [LogParameters.log] }

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let log = try LogReader.open(given[LogParameters.log], console)
    let facts = LogFacts(log, fit: Fit(of: log, apps, console))
    if given.wantsJSON {
      try console.print(facts.json)
    } else {
      for line in facts.table.lines(on: console) { try console.print(line) }
      try console.print("")
      for line in facts.typeTable.lines(on: console) { try console.print(line) }
    }
    try log.warnOfDamageFound(on: console)
    guard let fault = facts.fault else { return log.exitCode }
    try console.printError("warning: \(sentence(fault))")
    return .badAnswer
  }

  private func sentence(_ fault: LogError) -> String {
    guard case .damaged(let damage) = fault else { return "\(fault)" }
    return
      "frame \(damage.place.frame) of '\(damage.place.path)' is damaged: \(damage.fault); the notes, gaps "
      + "and states in it are not told"
  }
}
