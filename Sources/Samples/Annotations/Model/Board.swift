package import Foundation

/// The selected sheet with all its annotations, and the user.
///
/// Has the business rules that this device enforces itself, without a server.
package struct Board: Sendable {
  /// The user's name.
  package let user: String
  /// The selected sheet.
  package let sheet: Sheet
  /// The sheet's annotations, by number.
  package let annotations: [Annotation]

  /// The annotation with this ID.
  package func annotation(_ id: UUID) -> Annotation? { annotations.first { $0.id == id } }

  /// Whether the user may delete `annotation`. Only its author may.
  package func mayDelete(_ annotation: Annotation) -> Bool { annotation.author == user }
}
