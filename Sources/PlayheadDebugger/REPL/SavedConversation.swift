import PlayheadLog
import PlayheadReplay

/// A conversation as another process goes on with it.
struct SavedConversation: Codable {
  var places: Places
  var bookmarks: Bookmarks
  var breakpoints: Breakpoints
  var traps: [KnownTrap]
  /// Which warnings were given.
  var warned: Set<String>
  /// What was read of standard input, and not yet asked for.
  var input: [UInt8]
  var isInputAtEnd: Bool
  /// Whether a command could not do its work.
  var hasFailed: Bool
}
