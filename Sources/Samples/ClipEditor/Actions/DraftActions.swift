import PlayheadFlux

/// Asks for drafts to be kept in another folder.
package struct ChooseDraftFolder: Action {
  /// What logs call it.
  package static let actionName = "ChooseDraftFolder"

  /// The folder's path.
  package var path: String

  /// A choice.
  package init(_ path: String) { self.path = path }
}

/// Asks for the film to be saved.
package struct SaveDraft: Action {
  /// What logs call it.
  package static let actionName = "SaveDraft"

  /// The draft's name.
  package var name: String

  /// A request.
  package init(_ name: String) { self.name = name }
}

/// Asks for a draft to be put in place of the film.
package struct LoadDraft: Action {
  /// What logs call it.
  package static let actionName = "LoadDraft"

  /// The draft's name.
  package var name: String

  /// A request.
  package init(_ name: String) { self.name = name }
}

/// The chosen folder has these drafts.
package struct DraftsFound: Action {
  /// What logs call it.
  package static let actionName = "DraftsFound"

  /// Their names, in order.
  package var names: [String]

  /// A finding.
  package init(_ names: [String]) { self.names = names }
}

/// The film is saved.
package struct DraftSaved: Action {
  /// What logs call it.
  package static let actionName = "DraftSaved"

  /// The draft's name.
  package var name: String

  /// A success.
  package init(_ name: String) { self.name = name }
}

/// A draft was read. It is in this action with all that it holds: a replay needs no file.
package struct DraftLoaded: Action {
  /// What logs call it.
  package static let actionName = "DraftLoaded"

  /// Its name.
  package var name: String
  /// What it holds.
  package var draft: Draft

  /// A success.
  package init(_ name: String, _ draft: Draft) {
    self.name = name
    self.draft = draft
  }
}

/// A draft could not be saved or read, or a folder not be listed.
package struct DraftFailed: Action {
  /// What logs call it.
  package static let actionName = "DraftFailed"

  /// Why, in one sentence.
  package var sentence: String

  /// A failure.
  package init(_ sentence: String) { self.sentence = sentence }
}
