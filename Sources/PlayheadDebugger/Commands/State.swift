import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `state`: shows the state of the stores.
struct StateCommand: Command {
  let apps: Apps

  let name = "state"
  let summary = "Shows the state at a step."
  let details = [
    "Shows the state of all stores, or the value at a PATH such as 'document.text' or "
      + "'cart.items[3].sku'. Long values are shown in part, unless you give '--full'. '--json' prints the "
      + "whole value on one line. '--raw' prints the bytes of a text and nothing else; on a terminal, "
      + "control characters are still escaped."
  ]

  let raw = Parameter.flag("raw", "Print the bytes of a text.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log] + PlaceParameters.declarations + [LogParameters.full, raw]
      + ReadingParameters.declarations
  }

  let examples = [
    Example("state s.playhead 50%", "the state halfway through"),
    Example("state s.playhead cart.total", "a value at the end"),
    Example("state s.playhead end document.text --raw", "the document as a file"),
  ]

  let isPaged = true

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    if arguments[raw], console.form == .json { throw UsageError.Fact.conflict("--raw", "--json") }
    let context = try CommandContext(arguments, apps, console)
    let (step, path) = try arguments.place(in: context.log)
    let value = try context.ask(StateRequest(of: step, at: path)).value
    if arguments[raw] {
      guard case .string(let text) = value else {
        throw CommandFailure.notText(at: path, step: step)
      }
      try console.write(raw: text)
    } else {
      let options = context.printOptions(whole: arguments[LogParameters.full])
      try console.show(value.asJSON) { try show(value, options.at(path), console) }
    }
    return context.exitCode
  }

  private func show(_ value: Value, _ options: PrintOptions, _ console: Console) throws {
    try console.print(StyledText(lines: value.swiftText(options: options)))
    if value.isFolded(by: options) {
      try console.printError("long values are shown in part; '--full' shows them whole")
    }
  }
}

/// `print` in the REPL: shows the state at the current step.
struct PrintREPLCommand: REPLCommand {
  let name = "print"
  let aliases = ["p", "state"]
  let summary = "Shows the state, or a part of it."
  let details = [
    "The changes of the current action are marked with '*'. Long values are shown in part; use a PATH to "
      + "see more of one, or '--full'."
  ]
  let path = Parameter.optionalArgument("PATH", .place, "The path; by default, the whole state.")
  var parameters: [any ParameterDeclaration] { [path, LogParameters.full] }
  let examples = [
    Example("print", "the state of all stores"),
    Example("p cart.items[3].sku", "one value of it"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let path = arguments[path] ?? StatePath()
    let request = StateRequest(
      of: session.position, at: path, withChange: session.console.form == .text)
    let answer = try session.ask(request)
    let value = answer.value
    let options = session.printOptions(whole: arguments[LogParameters.full]).at(path)
    try session.console.show(value.asJSON) {
      let marks = answer.change ?? Diff(from: value, to: value)
      try session.console.print(StyledText(marked: marks.markedText(of: value, options: options)))
      guard value.isFolded(by: options) else { return }
      let all = path.components.isEmpty ? "print --full" : "print \(path) --full"
      let part = value.components.isEmpty ? "" : "'print PATH' shows more of one, "
      try session.say("long values are shown in part: \(part)'\(all)' shows all", .dim)
    }
  }
}
