import PlayheadFlux

/// Takes scalars out of the document and puts text in their place: every edit there is.
package struct Replace: Action {
  /// What logs call it.
  package static let actionName = "Replace"

  /// The scalar before which the edit begins; outside the text, the nearest place in it.
  package var at: Int

  /// How many scalars to take out, as far as they exist.
  package var count: Int

  /// What to put in.
  package var text: String

  /// Edits that one gesture made share a number, and are undone together.
  ///
  /// A field and not a cause: the edits of a gesture are siblings. None led to another, and there
  /// is no action that led to them all.
  package var transaction: Int?

  /// An edit.
  package init(at: Int, count: Int = 0, text: String = "", transaction: Int? = nil) {
    self.at = at
    self.count = count
    self.text = text
    self.transaction = transaction
  }
}
