import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `print`: what the stores hold.
struct PrintVerb: Verb {
  let name = "print"
  let aliases = ["p"]
  let summary = "Shows the state, or a part of it."
  let details = [
    "What the present action has changed is marked with '*'. Long values are shown in part; a PATH leads "
      + "into them, and '--full' shows them whole."
  ]
  let path = Parameter.optionalArgument("PATH", .place, "The place; without it, everything.")
  let full = Parameter.flag("full", "Show long values whole.")
  var parameters: [any ParameterDeclaration] { [path, full] }
  let wordKinds = [WordKind.path]
  let examples = [
    Example("print", "the state of all stores"),
    Example("p cart.items[3].sku", "one value of it"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    let path = given[path] ?? StatePath()
    let request = StateRequest(
      of: session.position, at: path, withChange: session.console.form == .text)
    let answer = try session.ask(request, for: name)
    let value = answer.value
    let options = session.printOptions(whole: given[full]).at(path)
    try session.console.show(.tree(value)) {
      let marks = answer.change ?? Diff(from: value, to: value)
      try session.console.print(StyledText(marked: marks.markedText(of: value, options: options)))
      guard value.isFolded(by: options) else { return }
      try session.say(
        "long values are shown in part: 'print PATH' shows a part of them, 'print --full' all", .dim
      )
    }
  }
}
