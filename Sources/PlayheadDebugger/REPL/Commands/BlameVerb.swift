import PlayheadInspector
import PlayheadReplay
import PlayheadValues

/// `blame`: who wrote what is here?
struct BlameVerb: Verb {
  let name = "blame"
  let summary = "Tells for every value in the present state which action wrote it."
  let details = [
    "Values beside one another that one action wrote are told together; elements of lists are followed to "
      + "where they were."
  ]
  let path = Parameter.optionalArgument(
    "PATH", .place, "Only the values at this place; without it, all.")
  var parameters: [any ParameterDeclaration] { [path] }
  let wordKinds = [WordKind.path]
  let examples = [
    Example("blame", "where the whole state comes from"),
    Example("blame cart.items[3]", "who wrote the parts of an item"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    let path = given[path] ?? StatePath()
    var parts: [BlameRequest.Part] = []
    let answer = try session.ask(BlameRequest(of: session.position, at: path), for: name) { part in
      try session.console.show(part.json) { parts.append(part) }
    }
    try session.console.inText {
      let page = BlamePage(answer.value, at: path, parts)
      for line in page.text(try session.lines.get(), of: session.log) {
        try session.console.print(line)
      }
    }
  }
}
