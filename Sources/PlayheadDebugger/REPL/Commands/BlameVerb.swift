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
    let position = session.position
    let index = try session.changeIndex(for: name, at: position)
    let value = try session.replaying(for: name) { replay in
      try replay.part(at: path, of: position)
    }
    // How many values are done tells more than how many looks there were.
    index.onLook = { [interrupts = session.interrupts] in try interrupts.check() }
    var blames: [Blame] = []
    try index.blame(value, at: path, of: position, on: session.console) { blame in
      try session.interrupts.check()
      if given.wantsJSON { return try session.console.print(blame.json(of: session.log)) }
      blames.append(blame)
    }
    guard !given.wantsJSON else { return }
    let page = BlamePage(value, at: path, blames)
    for line in try page.text(session.lines.get(), of: session.log) {
      try session.console.print(line)
    }
  }
}
