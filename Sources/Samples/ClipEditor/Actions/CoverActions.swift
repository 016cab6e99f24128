import PlayheadFlux

/// Begins to edit a cover: the cover editor's parts take what is on it.
package struct OpenCover: Action {
  /// What logs call it.
  package static let actionName = "OpenCover"

  /// The cover as it is.
  package var cover: Cover

  /// An opening.
  package init(_ cover: Cover) { self.cover = cover }
}

/// Ends editing a cover.
package struct CloseCover: Action {
  /// What logs call it.
  package static let actionName = "CloseCover"

  /// The cover as it is from now on; nil if it stays what it was.
  package var cover: Cover?

  /// A closing.
  package init(_ cover: Cover?) { self.cover = cover }
}
