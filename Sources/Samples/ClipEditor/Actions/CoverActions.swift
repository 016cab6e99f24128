import PlayheadFlux

/// Opens a cover in the cover editor. Its plug-ins take the cover's content.
package struct OpenCover: Action {
  package static let actionName = "OpenCover"

  /// The present cover.
  package var cover: Cover

  package init(_ cover: Cover) { self.cover = cover }
}

/// Closes the cover editor.
package struct CloseCover: Action {
  package static let actionName = "CloseCover"

  /// The new cover; nil to keep the old one.
  package var cover: Cover?

  package init(_ cover: Cover?) { self.cover = cover }
}
