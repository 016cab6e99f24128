import PlayheadFlux

/// Selects another folder for drafts.
package struct ChooseDraftFolder: Action {
  package static let actionName = "ChooseDraftFolder"

  /// The folder's path.
  package var path: String

  package init(_ path: String) { self.path = path }
}

/// Saves the film as a draft.
package struct SaveDraft: Action {
  package static let actionName = "SaveDraft"

  /// The draft's name.
  package var name: String

  package init(_ name: String) { self.name = name }
}

/// Replaces the film by a draft.
package struct LoadDraft: Action {
  package static let actionName = "LoadDraft"

  /// The draft's name.
  package var name: String

  package init(_ name: String) { self.name = name }
}

/// The drafts in the chosen folder were listed.
package struct DraftsFound: Action {
  package static let actionName = "DraftsFound"

  /// The names of the drafts, in order.
  package var names: [String]

  package init(_ names: [String]) { self.names = names }
}

/// The draft was saved.
package struct DraftSaved: Action {
  package static let actionName = "DraftSaved"

  /// The draft's name.
  package var name: String

  package init(_ name: String) { self.name = name }
}

/// A draft was read. This action has its whole content, so that a replay needs no file.
package struct DraftLoaded: Action {
  package static let actionName = "DraftLoaded"

  /// The draft's name.
  package var name: String
  /// The draft's content.
  package var draft: Draft

  package init(_ name: String, _ draft: Draft) {
    self.name = name
    self.draft = draft
  }
}

/// A draft could not be saved or read, or a folder could not be listed.
package struct DraftFailed: Action {
  package static let actionName = "DraftFailed"

  /// The reason, in one sentence.
  package var sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
