/// A live query for the selected sheet's annotations of one sort: its result follows every change.
package struct LiveQuery: Codable, Sendable, Hashable {
  /// The sort of annotations.
  package enum Sort: String, Codable, Sendable {
    /// Issues.
    case issues
    /// All other annotations.
    case others
  }

  /// The sort of annotations.
  package let sort: Sort
  /// The number of the sheet; nil before a project is open.
  package private(set) var sheet: Int?
  /// Whether the database has answered.
  package private(set) var isLoaded = false
  /// The result, by number.
  package private(set) var rows: [Annotation] = []

  /// A query without a result yet.
  package init(_ sort: Sort) { self.sort = sort }

  /// Changes the query to another sheet.
  mutating func select(_ sheet: Int) {
    self = LiveQuery(sort)
    self.sheet = sheet
  }

  /// Sets the database's result for a sheet. Ignores a late result for another sheet.
  mutating func load(_ annotations: [Annotation], of sheet: Int) {
    guard sheet == self.sheet else { return }
    rows = annotations.filter(matches)
    isLoaded = true
  }

  /// Applies an update of one annotation. Returns false if the annotation is not in the query.
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
