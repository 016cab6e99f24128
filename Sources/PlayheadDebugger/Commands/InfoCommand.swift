import PlayheadLog

/// `info`: what a log is.
struct InfoCommand: Command {
  let name = "info"
  let summary = "Tells what a log is: app, times, sizes, types of actions."
  let details = [
    "Reads the header and the index, so it takes no longer for a longer log. Needs no app."
  ]

  var parameters: [any ParameterDeclaration] { [LogParameters.log] }

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let log = try LogReader.open(given[LogParameters.log], console)
    let facts = try LogFacts(log)
    if given.wantsJSON {
      try console.print(facts.json)
    } else {
      for line in facts.table.lines(on: console) { try console.print(line) }
      try console.print("")
      for line in facts.typeTable.lines(on: console) { try console.print(line) }
    }
    return log.exitCode
  }
}
