/// The open project: its sheets and people, and which sheet is in view.
package struct Sheets: Codable, Sendable, Hashable {
  /// What the project is called; empty before one is open.
  package private(set) var project = ""
  /// Where it is kept; nil for in memory.
  package private(set) var path: String?
  /// Who uses the app.
  package private(set) var user = ""
  /// Who can be asked to settle an issue.
  package private(set) var people: [String] = []
  /// The sheets, by number.
  package private(set) var all: [Sheet] = []
  /// The number of the sheet in view.
  package private(set) var selected: Int?

  /// No project.
  package init() {}

  /// The sheet in view.
  package var current: Sheet? { all.first { $0.number == selected } }

  mutating func open(_ project: Project, at path: String?) {
    self.project = project.name
    self.path = path
    user = project.user
    people = project.people
    all = project.sheets
    selected = all.first?.number
  }

  /// Turns to a sheet; false if it is in view already, or there is none of that number.
  mutating func select(_ number: Int) -> Bool {
    guard number != selected, all.contains(where: { $0.number == number }) else { return false }
    selected = number
    return true
  }

  /// Remembers the highest number; false if it is known.
  mutating func follow(_ update: RowUpdate?) -> Bool {
    guard let row = update?.row,
      let index = all.firstIndex(where: { $0.number == row.sheet }),
      all[index].lastNumber < row.number
    else { return false }
    all[index].lastNumber = row.number
    return true
  }
}
