package import Foundation

/// A database for a project: everything that the app needs from it.
///
/// Each call is one transaction: it is saved as a whole, or not at all.
package protocol Database: Sendable {
  /// The project with its queue.
  func project() throws -> Project

  /// The annotations of a sheet, by number.
  func annotations(onSheet sheet: Int) throws -> [Annotation]

  /// Saves a change: the changed annotation, and the change's place in the queue.
  func save(_ change: Change) throws

  /// Removes a change from the queue, after the server's answer.
  func remove(_ change: UUID) throws

  /// Undoes a change that the server rejected.
  ///
  /// - Parameters:
  ///   - change: The change's ID.
  ///   - update: What becomes of the annotation.
  ///   - later: The remaining changes of the same annotation, as they are now.
  func undo(_ change: UUID, _ update: RowUpdate, later: [Change]) throws
}
