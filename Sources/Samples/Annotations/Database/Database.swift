package import Foundation

/// What keeps a project: all that the app asks of a database.
///
/// Each call is one transaction: it is kept as a whole, or not at all.
package protocol Database: Sendable {
  /// The project with its queue.
  func project() throws -> Project

  /// All that is on a sheet, by number.
  func annotations(onSheet sheet: Int) throws -> [Annotation]

  /// Keeps a change: what it makes of its annotation, and its place in the queue.
  func save(_ change: Change) throws

  /// Takes a change that the server has answered from the queue.
  func remove(_ change: UUID) throws

  /// Undoes a change that the server refuses.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - update: What becomes of the annotation.
  ///   - later: The changes of the same annotation that remain, as they are now.
  func takeBack(_ change: UUID, _ update: RowUpdate, later: [Change]) throws
}
