import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

struct StateCommand: SharedCommand {
  let name = "state"
  let aliases = ["print", "p"]
  let summary = "Shows the state at a step, or a part of it."
  let details = [
    "Shows the state of all stores, or the value at a PATH such as 'document.text' or "
      + "'cart.items[3].sku'. Long values are shown in part, unless you give '--full'. '--json' prints the "
      + "whole value on one line. '--raw' prints the bytes of a text and nothing else; on a terminal, "
      + "control characters are still escaped. In 'debug', '*' marks what the action changed."
  ]

  let place = StepAndPathParameters.declarations
  let full = LogParameters.full
  let raw = Parameter.flag("raw", "Print the bytes of a text.")

  let examples = [
    Example("state 50%", "the state halfway through"),
    Example("state cart.total", "one value"),
    Example("state end document.text --raw", "the document as a file"),
  ]

  func answer(_ arguments: ParsedArguments, in context: CommandContext) throws {
    let console = context.console
    if arguments[raw], console.form == .json { throw UsageError.Fact.conflict("--raw", "--json") }
    let (step, path) = try arguments.place(in: context)
    let marksChange = context.isSession && console.form == .text
    let answer = try context.ask(StateRequest(of: step, at: path, withChange: marksChange))
    guard !arguments[raw] else {
      guard case .string(let text) = answer.value else {
        throw CommandFailure.notText(at: path, step: step)
      }
      return try console.write(raw: text)
    }
    let options = context.printOptions(whole: arguments[LogParameters.full]).at(path)
    try console.show(answer.value) {
      try console.print(answer.text(options, marksChange: marksChange))
      if answer.value.isFolded(by: options) {
        try context.say("long values are shown in part; '--full' shows them whole", .dim)
      }
      if !answer.closedStores.isEmpty {
        try context.say(
          "not open at this step: \(answer.closedStores.quotedList); a store that was removed has its last state, and "
            + "one that comes later its first", .dim)
      }
    }
  }
}

extension StateRequest.Answer {
  fileprivate func text(_ options: PrintOptions, marksChange: Bool) -> StyledText {
    guard marksChange else { return StyledText(lines: value.swiftText(options: options)) }
    let marks = change ?? Diff(from: value, to: value)
    return StyledText(marked: marks.markedText(of: value, options: options))
  }
}

struct ViewCommand: SharedCommand {
  let name = "view"
  let aliases = ["v"]
  let summary = "Shows what the app showed at a step."
  let details = [
    "The text is that of apps that run in a terminal ('TerminalApp'). '-o' writes the picture of an app that has one "
      + "('picture'), as SVG or PNG. Both are made from the state alone, and need the app's stores."
  ]
  let step = LogParameters.step
  let output = Parameter.option(
    "output", "-o", value: "OUT", .path,
    "Write the app's picture to this file, which must not exist yet.")
  let examples = [
    Example("view", "what the user saw last, or in 'debug' at the current step"),
    Example("view 50%", "what the user saw halfway through"),
    Example("view 50% -o half.svg", "the same as a picture"),
  ]

  func answer(_ arguments: ParsedArguments, in context: CommandContext) throws {
    let step = try arguments.step(in: context)
    if let path = arguments[output] { return try writePicture(of: step, to: path, context) }
    let view = try context.ask(ViewRequest(of: step))
    guard var text = view.text else {
      throw CommandFailure.noText(step: step, pictureEnding: view.picture?.fileExtension)
    }
    let console = context.console
    try console.show(ViewAnswer(step: step, view: text)) {
      while text.hasSuffix("\n") { text.removeLast() }
      try console.print(StyledText(lines: text))
    }
  }

  private func writePicture(of step: Step, to path: String, _ context: CommandContext) throws {
    guard path != "-" else { throw CommandFailure.streamOutput("a picture", ending: "svg") }
    let file = try OutputFile(fileAt: path, mode: context.recording.mode)
    guard let picture = try context.ask(ViewRequest(of: step)).picture else {
      throw CommandFailure.noPicture(step: step)
    }
    let data = picture.data
    try Array(data).withUnsafeBytes { try file.append($0) }
    try file.finish()
    let console = context.console
    try console.show(ViewAnswer(step: step, file: path, format: picture.fileExtension)) {
      try console.print("step \(step) in '\(path)': \(Format.bytes(UInt64(data.count)))")
    }
  }
}

private struct ViewAnswer: Encodable {
  let step: Step
  @IfPresent var view: String? = nil
  @IfPresent var file: String? = nil
  @IfPresent var format: String? = nil
}
