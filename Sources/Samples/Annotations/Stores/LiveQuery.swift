/// The annotations of the selected sheet of one sort, always as they are: a database query whose answer
/// follows every change.
package struct LiveQuery: Codable, Sendable, Hashable {
  /// Which annotations it asks for.
  package enum Sort: String, Codable, Sendable {
    /// Issues.
    case issues
    /// All others.
    case others
  }

  /// Which annotations it asks for.
  package let sort: Sort
  /// The number of the sheet; nil before a project is open.
  package private(set) var sheet: Int?
  /// Whether the database has answered.
  package private(set) var isLoaded = false
  /// The answer, by number.
  package private(set) var rows: [Annotation] = []

  /// A query that nobody has answered yet.
  package init(_ sort: Sort) { self.sort = sort }

  /// Asks about another sheet.
  mutating func select(_ sheet: Int) {
    self = LiveQuery(sort)
    self.sheet = sheet
  }

  /// Takes the database's answer about a sheet; not if it is late, for another sheet.
  mutating func load(_ annotations: [Annotation], of sheet: Int) {
    guard sheet == self.sheet else { return }
    rows = annotations.filter(matches)
    isLoaded = true
  }

  /// Follows what became of one annotation; false if it is none of the query's.
  mutating func follow(_ update: RowUpdate?) -> Bool {
    guard let update, update.sheet == sheet else { return false }
    let before = rows
    rows.removeAll { $0.id == update.id }
    if let row = update.row, matches(row) {
      let place = rows.firstIndex { $0.number > row.number } ?? rows.endIndex
      rows.insert(row, at: place)
    }
    return rows != before
  }

  private func matches(_ annotation: Annotation) -> Bool {
    (annotation.issue != nil) == (sort == .issues)
  }
}
