import PlayheadFlux
import PlayheadTerminal
import SampleSupport

extension EditorCommand {
  /// The words of the commands, in the order of the help.
  private static let words = [
    "insert", "delete", "move", "select", "replace", "undo", "redo", "help",
  ]

  /// The command of a line; nil if the line is empty or a comment.
  ///
  /// - Throws: `CommandError`.
  init?(line: String) throws {
    var rest = CommandLineReader(line)
    guard let word = rest.word(), !word.hasPrefix("#") else { return nil }
    switch word {
    case "insert": self = .insert(try rest.text(usage: "insert TEXT"))
    case "delete": self = try EditorCommand.delete(&rest)
    case "move": self = .move(try EditorCommand.destination(&rest))
    case "select": self = try EditorCommand.select(&rest)
    case "replace": self = try EditorCommand.replace(&rest)
    case "undo": self = .undo
    case "redo": self = .redo
    case "help": self = .help
    default: throw unknown(word, amongst: EditorCommand.words)
    }
    try rest.finish(after: word)
  }

  private static func delete(_ rest: inout CommandLineReader) throws -> EditorCommand {
    guard let word = rest.word() else { return .delete(1) }
    guard let count = Int(word), count > 0 else {
      throw CommandError("'\(word)' is not a count; say 'delete' or 'delete 3'")
    }
    return .delete(count)
  }

  private static func destination(_ rest: inout CommandLineReader) throws -> Destination {
    let usage = "say 'move 12', 'move +3', 'move -3', 'move start', 'move end' or 'move line 2'"
    switch rest.word() {
    case "start": return .start
    case "end": return .end
    case "line":
      guard let line = rest.word().flatMap({ Int($0) }) else {
        throw CommandError("'move line' needs a line's number, as in 'move line 2'")
      }
      return .line(line)
    case let word?:
      guard let number = Int(word) else {
        throw CommandError("'\(word)' is no place to move to; \(usage)")
      }
      let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
      return isRelative ? .by(number) : .position(number)
    case nil:
      throw CommandError("'move' needs to know where to; \(usage)")
    }
  }

  private static func select(_ rest: inout CommandLineReader) throws -> EditorCommand {
    let first = rest.word()
    if first == "all" { return .selectAll }
    guard let anchor = first.flatMap({ Int($0) }), let head = rest.word().flatMap({ Int($0) })
    else {
      throw CommandError("'select' needs two positions or 'all', as in 'select 4 9'")
    }
    return .select(anchor, head)
  }

  private static func replace(_ rest: inout CommandLineReader) throws -> EditorCommand {
    guard
      let position = rest.word().flatMap({ Int($0) }), let count = rest.word().flatMap({ Int($0) })
    else {
      throw CommandError(
        "'replace' needs a position and a count, as in 'replace 4 5 new text' or 'replace 4 5'")
    }
    return .replace(at: position, count: count, text: try rest.text(usage: nil))
  }
}
