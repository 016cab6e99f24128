import PlayheadValues

/// `delete`: where not to stop any more.
struct DeleteVerb: Verb {
  let name = "delete"
  let summary = "Takes a breakpoint or a watchpoint away, or all."
  let number = Parameter.argument(
    "N", ValueKind("the number of a stop, or 'all'", Choice.init), "Its number, or 'all'.")
  var parameters: [any ParameterDeclaration] { [number] }
  let wordKinds = [WordKind.breakpoint]
  let examples = [
    Example("delete 1", "breakpoint or watchpoint 1"), Example("delete all", "every one"),
  ]

  enum Choice: Sendable {
    case one(Int)
    case all

    @Sendable init?(_ word: String) {
      if word == "all" {
        self = .all
      } else if let number = Int(word), number > 0 {
        self = .one(number)
      } else {
        return nil
      }
    }
  }

  func run(_ given: Given, in session: DebugSession) throws {
    let deleted = try delete(given[number], session)
    let console = session.console
    try console.show(["deleted": .array(deleted.map(\.json))]) {
      if deleted.isEmpty { try console.print("no stops") }
      for breakpoint in deleted { try console.print("deleted \(breakpoint)") }
    }
  }

  private func delete(_ choice: Choice, _ session: DebugSession) throws -> [StopPoint] {
    let all = session.breakpoints.all
    switch choice {
    case .all:
      session.breakpoints.removeAll()
      return all
    case .one(let number):
      guard let removed = session.breakpoints.remove(number) else {
        throw DebugError.noStopPoint(number, existing: all.map(\.number))
      }
      return [removed]
    }
  }
}
