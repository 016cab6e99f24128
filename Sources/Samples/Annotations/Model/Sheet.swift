/// A blueprint of a project.
package struct Sheet: Codable, Sendable, Hashable {
  /// The sheet's number in the project, from 1.
  package let number: Int
  /// The title printed on it.
  package let name: String
  /// The highest number that an annotation on the sheet ever had.
  package var lastNumber: Int

  /// A sheet with annotation numbers up to `lastNumber`.
  package init(number: Int, name: String, lastNumber: Int = 0) {
    self.number = number
    self.name = name
    self.lastNumber = lastNumber
  }
}
