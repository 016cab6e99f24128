import PlayheadReplay

/// A conversation as another process goes on with it.
struct SavedConversation: Codable {
  /// Those in the recording.
  var places: Places
  /// The branch one is in.
  var branch: OpenBranch?
  var bookmarks: Bookmarks
  var breakpoints: Breakpoints
  var traps: [KnownTrap]
  /// Which warnings were given.
  var warned: Set<String>
  /// What was read of standard input, and not yet asked for.
  var input: [UInt8]
  var isInputAtEnd: Bool
  /// Whether it was to be gone on with in another program when this one came to its end.
  var isReloading: Bool
  /// What is asked once more when a store traps meanwhile: it has an answer all the same.
  var again: String?
  /// Whether a command could not do its work.
  var hasFailed: Bool
}
