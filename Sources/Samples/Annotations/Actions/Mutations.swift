package import Foundation
package import PlayheadFlux

// All that a user can do to a project.

/// Makes an issue on the selected sheet.
package struct CreateIssue: Mutation {
  /// What logs call it.
  package static let actionName = "CreateIssue"

  /// What has to be settled.
  package var title: String

  /// An issue of this title.
  package init(title: String) { self.title = title }

  /// An addition.
  package func change(on board: Board, _ context: Context) -> Change? {
    addition(of: .issue(Issue()), title, on: board, context)
  }
}

/// Puts something to read or look at on the selected sheet.
package struct AddAnnotation: Mutation {
  /// What logs call it.
  package static let actionName = "AddAnnotation"

  /// What is put there.
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// A written note.
    case text
    /// A picture.
    case photo
    /// Something drawn by hand.
    case drawing
  }

  /// What it is.
  package var kind: Kind
  /// What it says.
  package var title: String

  /// An annotation of this kind.
  package init(_ kind: Kind, title: String) {
    self.kind = kind
    self.title = title
  }

  /// An addition.
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

/// Says that an issue is settled, or open again.
package struct SetStatus: Mutation {
  /// What logs call it.
  package static let actionName = "SetStatus"

  /// The issue.
  package var issue: UUID
  /// Its new status.
  package var status: IssueStatus

  /// Gives `issue` this status.
  package init(of issue: UUID, to status: IssueStatus) {
    self.issue = issue
    self.status = status
  }

  /// A change, if the issue has another status.
  package func change(on board: Board, _ context: Context) -> Change? {
    change(of: board.annotation(issue), .setStatus(status), on: board, context)
  }
}

/// Says who is to settle an issue.
package struct Assign: Mutation {
  /// What logs call it.
  package static let actionName = "Assign"

  /// The issue.
  package var issue: UUID
  /// Who; nil for nobody.
  package var assignee: String?

  /// Gives `issue` to `assignee`.
  package init(_ issue: UUID, to assignee: String?) {
    self.issue = issue
    self.assignee = assignee
  }

  /// A change, if the issue is somebody else's.
  package func change(on board: Board, _ context: Context) -> Change? {
    change(of: board.annotation(issue), .assign(assignee), on: board, context)
  }
}

/// Lets everybody see an annotation.
package struct Share: Mutation {
  /// What logs call it.
  package static let actionName = "Share"

  /// The annotation.
  package var annotation: UUID

  /// Shares `annotation`.
  package init(_ annotation: UUID) { self.annotation = annotation }

  /// A change, if it is not shared yet.
  package func change(on board: Board, _ context: Context) -> Change? {
    change(of: board.annotation(annotation), .share, on: board, context)
  }
}

/// Takes an annotation from its sheet; its author alone may.
package struct DeleteAnnotation: Mutation {
  /// What logs call it.
  package static let actionName = "DeleteAnnotation"

  /// The annotation.
  package var annotation: UUID

  /// Deletes `annotation`.
  package init(_ annotation: UUID) { self.annotation = annotation }

  /// A change, if the rules of this device allow it.
  package func change(on board: Board, _ context: Context) -> Change? {
    guard let row = board.annotation(annotation), board.mayDelete(row) else { return nil }
    return change(of: row, .delete, on: board, context)
  }
}
