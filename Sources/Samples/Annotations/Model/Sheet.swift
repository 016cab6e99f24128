/// A blueprint of a project.
package struct Sheet: Codable, Sendable, Hashable {
  /// Its place in the project, from 1.
  package let number: Int
  /// What is printed on it.
  package let name: String
  /// The highest number that one of its annotations ever had.
  package var lastNumber: Int

  /// A sheet whose annotations have numbers up to this.
  package init(number: Int, name: String, lastNumber: Int = 0) {
    self.number = number
    self.name = name
    self.lastNumber = lastNumber
  }
}
