/// The open project: its sheets and people, and the visible sheet.
package struct Sheets: Codable, Sendable, Hashable {
  /// The project's name; empty before one is open.
  package private(set) var project = ""
  /// The path of the file; nil for memory.
  package private(set) var path: String?
  /// The user's name.
  package private(set) var user = ""
  /// The people who can settle issues.
  package private(set) var people: [String] = []
  /// The sheets, by number.
  package private(set) var all: [Sheet] = []
  /// The number of the visible sheet.
  package private(set) var selected: Int?

  /// No project.
  package init() {}

  /// The visible sheet.
  package var current: Sheet? { all.first { $0.number == selected } }

  mutating func open(_ project: Project, at path: String?) {
    self.project = project.name
    self.path = path
    user = project.user
    people = project.people
    all = project.sheets
    selected = all.first?.number
  }

  /// Selects a sheet. Returns false if it is already visible, or does not exist.
  mutating func select(_ number: Int) -> Bool {
    guard number != selected, all.contains(where: { $0.number == number }) else { return false }
    selected = number
    return true
  }

  /// Updates the highest annotation number. Returns false if it is known.
  mutating func follow(_ update: RowUpdate?) -> Bool {
    guard let row = update?.row,
      let index = all.firstIndex(where: { $0.number == row.sheet }),
      all[index].lastNumber < row.number
    else { return false }
    all[index].lastNumber = row.number
    return true
  }
}
