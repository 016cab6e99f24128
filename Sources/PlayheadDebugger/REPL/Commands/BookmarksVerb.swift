import PlayheadLog
import PlayheadValues

/// `bookmarks`: the names of steps.
struct BookmarksVerb: Verb {
  let name = "bookmarks"
  let summary = "Lists the bookmarks."
  let examples = [Example("bookmarks", "names and their steps")]

  func run(_ given: Given, in session: DebugSession) throws {
    let all = session.bookmarks.all
    let console = session.console
    try console.show(
      .array(all.map { ["bookmark": .string($0.name), "step": .uint($0.step.number)] })
    ) {
      if all.isEmpty { try console.print("no bookmarks; 'bookmark NAME' makes one here") }
      var table = Table([.left, .left])
      for (name, step) in all { table.add([Table.Cell("@\(name)", .cyan), "step \(step)"]) }
      for line in table.styledLines { try console.print(line) }
    }
  }
}
