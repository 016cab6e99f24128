import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `state`: what the stores hold.
struct StateCommand: Command {
  let apps: Apps

  let name = "state"
  let summary = "Shows the state at a step."
  let details = [
    "The state of all stores, or, with a PATH such as 'document.text' or 'cart.items[3].sku', what "
      + "is there. Long values are shown in part, unless '--full' is given. With '--json' the value "
      + "is printed whole, on one line; with '--raw' a text is printed as it is, to the byte, with "
      + "nothing after it. On a terminal its control characters are escaped all the same."
  ]

  let path = Parameter.optionalArgument("PATH", .place, "The place; without it, everything.")
  let full = Parameter.flag("full", "Show long values whole.")
  let raw = Parameter.flag("raw", "Print a text as it is.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, LogParameters.step, path, full, raw] + ReadingParameters.declarations
  }

  let examples = [
    Example("state s.playhead 50%", "the state half way"),
    Example("state s.playhead end document.text --raw", "the document as a file"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    if given[raw], console.form == .json { throw UsageError.Fact.conflict("--raw", "--json") }
    let log = try LogReader.open(given[LogParameters.log], console)
    let step = try given[LogParameters.step].resolve(in: log.scope)
    let path = given[path] ?? StatePath()
    let request = StateRequest(of: step, at: path)
    let asked = try apps.ask(request, of: log, given.reading(), console)
    let value = asked.answer.value
    if given[raw] {
      guard case .string(let text) = value else {
        throw CommandFailure.notText(at: path, step: step)
      }
      try console.write(raw: text)
    } else {
      try console.show(.tree(value)) {
        try show(value, at: path, whole: given[full], console)
      }
    }
    return log.exitCode.worse(asked.exitCode)
  }

  private func show(_ value: Value, at path: StatePath, whole: Bool, _ console: Console) throws {
    let options: PrintOptions =
      whole ? .full(width: console.width) : .folded(width: console.width)
    try console.print(StyledText(lines: value.swiftText(options: options.at(path))))
    if value.isFolded(by: options) {
      try console.printError("long values are shown in part; '--full' shows them whole")
    }
  }
}
