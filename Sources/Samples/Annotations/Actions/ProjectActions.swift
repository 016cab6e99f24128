import PlayheadFlux

/// Asks for a project; the database answers with ``ProjectOpened`` or ``DatabaseFailed``, and until
/// then everything stays as it is.
package struct OpenProject: Action {
  /// What logs call it.
  package static let actionName = "OpenProject"

  /// The file; nil for a new project in memory.
  package var path: String?

  /// Opens `path`.
  package init(path: String? = nil) { self.path = path }
}

/// The database has opened a project.
package struct ProjectOpened: Action {
  /// What logs call it.
  package static let actionName = "ProjectOpened"

  /// The project.
  package var project: Project
  /// Where it is kept; nil for in memory.
  package var path: String?
  /// What is on its first sheet.
  package var annotations: [Annotation]
}

/// Turns to another sheet; the database answers with ``SheetLoaded``.
package struct SelectSheet: Action {
  /// What logs call it.
  package static let actionName = "SelectSheet"

  /// The sheet's number.
  package var sheet: Int

  /// Turns to `sheet`.
  package init(_ sheet: Int) { self.sheet = sheet }
}

/// The database says what is on a sheet.
package struct SheetLoaded: Action {
  /// What logs call it.
  package static let actionName = "SheetLoaded"

  /// The sheet's number.
  package var sheet: Int
  /// All that is on it, by number.
  package var annotations: [Annotation]

  /// An answer about `sheet`.
  package init(sheet: Int, annotations: [Annotation]) {
    self.sheet = sheet
    self.annotations = annotations
  }
}

/// The database could not do what was asked of it.
package struct DatabaseFailed: Action {
  /// What logs call it.
  package static let actionName = "DatabaseFailed"

  /// Why not.
  package var sentence: String
}
