package import Foundation

/// What a user has in hand: the selected sheet with all its annotations, and who they are.
///
/// It holds the business rules that this device enforces itself, without asking a server.
package struct Board: Sendable {
  /// Who uses the app.
  package let user: String
  /// The selected sheet.
  package let sheet: Sheet
  /// All that is on it, by number.
  package let annotations: [Annotation]

  /// The annotation with this identity.
  package func annotation(_ id: UUID) -> Annotation? { annotations.first { $0.id == id } }

  /// Whether the user may delete `annotation`: only its author may.
  package func mayDelete(_ annotation: Annotation) -> Bool { annotation.author == user }
}
