import PlayheadFlux

/// Opens a project. Nothing changes until the database answers: ``ProjectOpened`` or ``DatabaseFailed``.
package struct OpenProject: Action {
  package static let actionName = "OpenProject"

  /// The path of the file; nil for a new project in memory.
  package var path: String?

  package init(path: String? = nil) { self.path = path }
}

/// The database has opened a project.
package struct ProjectOpened: Action {
  package static let actionName = "ProjectOpened"

  /// The project.
  package var project: Project
  /// The path of the file; nil for memory.
  package var path: String?
  /// The annotations on its first sheet.
  package var annotations: [Annotation]
}

/// Selects another sheet. The database answers with ``SheetLoaded``.
package struct SelectSheet: Action {
  package static let actionName = "SelectSheet"

  /// The sheet's number.
  package var sheet: Int

  package init(_ sheet: Int) { self.sheet = sheet }
}

/// The database has loaded a sheet.
package struct SheetLoaded: Action {
  package static let actionName = "SheetLoaded"

  /// The sheet's number.
  package var sheet: Int
  /// The sheet's annotations, by number.
  package var annotations: [Annotation]

  package init(sheet: Int, annotations: [Annotation]) {
    self.sheet = sheet
    self.annotations = annotations
  }
}

/// The database could not fulfill a request.
package struct DatabaseFailed: Action {
  package static let actionName = "DatabaseFailed"

  /// The reason.
  package var sentence: String
}
