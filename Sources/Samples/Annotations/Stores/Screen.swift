/// The open parts of the screen, and its notices.
package struct Screen: Codable, Sendable, Hashable {
  /// Whether the filter popover is open.
  package var showsFilters = false
  /// The notices about problems, the latest last.
  package private(set) var notices: [String] = []

  /// A screen with the sheet and its issues.
  package init() {}

  /// The most notices, so that there is room for the sheet. Older ones have been read.
  private static let room = 3

  mutating func note(_ sentence: String) { notices = (notices + [sentence]).suffix(Screen.room) }

  /// Removes the notices. Returns false if there are none.
  mutating func dismiss() -> Bool {
    defer { notices = [] }
    return !notices.isEmpty
  }
}
