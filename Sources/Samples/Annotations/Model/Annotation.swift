package import Foundation

/// A mark on a sheet: an issue that somebody has to settle, or something to read and look at.
///
/// A value: a copy stays as it was.
package struct Annotation: Codable, Sendable, Hashable, Identifiable {
  /// Made where the annotation is made, so that it has its name before any server knows it.
  package let id: UUID
  /// The number of its sheet.
  package let sheet: Int
  /// What people call it; unique on its sheet, and not used again when it is deleted.
  package let number: Int
  /// What it says.
  package let title: String
  /// Who made it.
  package let author: String
  /// When.
  package let created: Date
  /// Who sees it.
  package var shareStatus: ShareStatus
  /// What it is.
  package var content: Content

  /// What an annotation is.
  package enum Content: Codable, Sendable, Hashable {
    /// Something to settle, also called a punch item.
    case issue(Issue)
    /// A written note.
    case text
    /// A picture.
    case photo
    /// Something drawn by hand.
    case drawing
  }

  /// Which type of annotation it is.
  package var kind: AnnotationKind {
    switch content {
    case .issue: .issue
    case .text: .text
    case .photo: .photo
    case .drawing: .drawing
    }
  }

  /// What there is to settle, if it is an issue.
  package var issue: Issue? {
    guard case .issue(let issue) = content else { return nil }
    return issue
  }

  /// The same annotation with its issue changed; as it is, if it is none.
  func changingIssue(_ change: (inout Issue) -> Void) -> Annotation {
    guard var issue else { return self }
    change(&issue)
    var copy = self
    copy.content = .issue(issue)
    return copy
  }
}

/// What has to be settled about an issue, and by whom.
package struct Issue: Codable, Sendable, Hashable {
  /// How far it is.
  package var status: IssueStatus
  /// Who settles it; nil if nobody was asked yet.
  package var assignee: String?

  /// An issue in this state.
  package init(status: IssueStatus = .open, assignee: String? = nil) {
    self.status = status
    self.assignee = assignee
  }
}

/// The types of annotation, by the words that people type.
package enum AnnotationKind: String, Codable, Sendable, CaseIterable {
  /// Something to settle.
  case issue
  /// A written note.
  case text
  /// A picture.
  case photo
  /// Something drawn by hand.
  case drawing
}

/// How far an issue is.
package enum IssueStatus: String, Codable, Sendable, CaseIterable {
  /// To be settled.
  case open
  /// Settled.
  case closed
}

/// Who sees an annotation.
package enum ShareStatus: String, Codable, Sendable, CaseIterable {
  /// Everybody in the project.
  case shared
  /// Its author.
  case personal
}
