/// A parsed command line.
enum EditorCommand: Equatable {
  case insert(String)
  case delete(Int)
  case move(Destination)
  case select(Int, Int)
  case selectAll
  case replace(at: Int, count: Int, text: String)
  case undo
  case redo
  case help

  /// The destination of `move`.
  enum Destination: Equatable {
    case position(Int)
    case by(Int)
    case start
    case end
    case line(Int)
  }

  /// The help about the commands.
  static let overview = """
    insert TEXT            put TEXT in place of the selection, or at the caret
    delete [N]             delete the selection or N characters before the caret (1)
    move N|+N|-N           put the caret at character N (from 0), or move it by N
    move start|end|line N  go to the start, the end, or the start of line N (from 1)
    select A B             select from character A to character B; the caret is at B
    select all             select the whole text
    replace A COUNT [TEXT] put TEXT in place of COUNT characters from A on
    undo, redo             take back the last edits; make them again
    help                   this list

    In TEXT, \\n is a new line, \\t a tab and \\\\ a backslash. Characters are Unicode
    scalars. Lines that begin with # are remarks.
    """
}
