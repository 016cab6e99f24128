/// What of the screen is open, and what it has to say.
package struct Screen: Codable, Sendable, Hashable {
  /// Whether the filter popover is.
  package var showsFilters = false
  /// What went wrong, the latest last.
  package private(set) var notices: [String] = []

  /// A screen that shows the sheet and its issues.
  package init() {}

  /// As many as leave room for the sheet; the older ones have been read.
  private static let room = 3

  mutating func note(_ sentence: String) { notices = (notices + [sentence]).suffix(Screen.room) }

  /// Takes the notices away; false if there is none.
  mutating func dismiss() -> Bool {
    defer { notices = [] }
    return !notices.isEmpty
  }
}
