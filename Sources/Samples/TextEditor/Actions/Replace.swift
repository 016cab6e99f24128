import PlayheadFlux

/// Replaces scalars of the document by a text. All edits are of this type.
package struct Replace: Action {
  package static let actionName = "Replace"

  /// The scalar at which the edit begins. Outside the text, the nearest place counts.
  package var at: Int

  /// The number of scalars to remove, as far as they exist.
  package var count: Int

  /// The text to insert.
  package var text: String

  /// Edits of one gesture have the same number, and are undone together.
  ///
  /// A field instead of a cause, because the edits of a gesture are siblings: none led to another, and there
  /// is no action that led to all of them.
  package var transaction: Int?

  package init(at: Int, count: Int = 0, text: String = "", transaction: Int? = nil) {
    self.at = at
    self.count = count
    self.text = text
    self.transaction = transaction
  }
}
