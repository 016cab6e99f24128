package import Foundation
package import PlayheadFlux

// All changes that a user can make to a project.

/// Adds an issue to the selected sheet.
package struct CreateIssue: Mutation {
  package static let actionName = "CreateIssue"

  /// What is to be done.
  package var title: String

  package init(title: String) { self.title = title }

  package func change(on board: Board, _ context: Context) -> Change? {
    addition(of: .issue(Issue()), title, on: board, context)
  }
}

/// Adds a text, a photo or a drawing to the selected sheet.
package struct AddAnnotation: Mutation {
  package static let actionName = "AddAnnotation"

  /// The kind of annotation.
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// A written note.
    case text
    /// A picture.
    case photo
    /// A drawing by hand.
    case drawing
  }

  /// The kind of annotation.
  package var kind: Kind
  /// The title.
  package var title: String

  package init(_ kind: Kind, title: String) {
    self.kind = kind
    self.title = title
  }

  package func change(on board: Board, _ context: Context) -> Change? {
    let content: Annotation.Content =
      switch kind {
      case .text: .text
      case .photo: .photo
      case .drawing: .drawing
      }
    return addition(of: content, title, on: board, context)
  }
}

/// Closes an issue, or opens it again.
package struct SetStatus: Mutation {
  package static let actionName = "SetStatus"

  /// The issue's ID.
  package var issue: UUID
  /// The new status.
  package var status: IssueStatus

  package init(of issue: UUID, to status: IssueStatus) {
    self.issue = issue
    self.status = status
  }

  /// A change, if the issue has another status.
  package func change(on board: Board, _ context: Context) -> Change? {
    change(of: board.annotation(issue), .setStatus(status), on: board, context)
  }
}

/// Assigns an issue to a person.
package struct Assign: Mutation {
  package static let actionName = "Assign"

  /// The issue's ID.
  package var issue: UUID
  /// The person; nil for no one.
  package var assignee: String?

  package init(_ issue: UUID, to assignee: String?) {
    self.issue = issue
    self.assignee = assignee
  }

  /// A change, if the issue has another assignee.
  package func change(on board: Board, _ context: Context) -> Change? {
    change(of: board.annotation(issue), .assign(assignee), on: board, context)
  }
}

/// Lets all project members see an annotation.
package struct Share: Mutation {
  package static let actionName = "Share"

  /// The annotation's ID.
  package var annotation: UUID

  package init(_ annotation: UUID) { self.annotation = annotation }

  /// A change, if it is not shared yet.
  package func change(on board: Board, _ context: Context) -> Change? {
    change(of: board.annotation(annotation), .share, on: board, context)
  }
}

/// Deletes an annotation. Only its author may.
package struct DeleteAnnotation: Mutation {
  package static let actionName = "DeleteAnnotation"

  /// The annotation's ID.
  package var annotation: UUID

  package init(_ annotation: UUID) { self.annotation = annotation }

  /// A change, if the rules of this device allow it.
  package func change(on board: Board, _ context: Context) -> Change? {
    guard let row = board.annotation(annotation), board.mayDelete(row) else { return nil }
    return change(of: row, .delete, on: board, context)
  }
}
