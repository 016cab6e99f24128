package import Foundation

/// A mark on a sheet: an issue to settle, or something to read and look at.
///
/// A value, so a copy never changes.
package struct Annotation: Codable, Sendable, Hashable, Identifiable {
  /// Made on the device, so that the annotation has an ID before a server knows it.
  package let id: UUID
  /// The number of its sheet.
  package let sheet: Int
  /// The annotation's number for users, unique on its sheet. Never used again, even after a deletion.
  package let number: Int
  /// The title.
  package let title: String
  /// The person who made it.
  package let author: String
  /// The time.
  package let created: Date
  /// Who sees the annotation.
  package var shareStatus: ShareStatus
  /// The kind of annotation.
  package var content: Content

  /// The content of an annotation.
  package enum Content: Codable, Sendable, Hashable {
    /// An issue to settle, also called a punch item.
    case issue(Issue)
    /// A written note.
    case text
    /// A picture.
    case photo
    /// A drawing by hand.
    case drawing
  }

  /// The kind of the annotation.
  package var kind: AnnotationKind {
    switch content {
    case .issue: .issue
    case .text: .text
    case .photo: .photo
    case .drawing: .drawing
    }
  }

  /// The issue, if the annotation is one.
  package var issue: Issue? {
    guard case .issue(let issue) = content else { return nil }
    return issue
  }

  /// The annotation with its issue changed; unchanged if it is no issue.
  func changingIssue(_ change: (inout Issue) -> Void) -> Annotation {
    guard var issue else { return self }
    change(&issue)
    var copy = self
    copy.content = .issue(issue)
    return copy
  }
}

/// The status of an issue, and who settles it.
package struct Issue: Codable, Sendable, Hashable {
  /// The status.
  package var status: IssueStatus
  /// The person who settles it; nil if no one was asked yet.
  package var assignee: String?

  package init(status: IssueStatus = .open, assignee: String? = nil) {
    self.status = status
    self.assignee = assignee
  }
}

/// The kinds of annotations, by the words that users type.
package enum AnnotationKind: String, Codable, Sendable, CaseIterable {
  /// An issue to settle.
  case issue
  /// A written note.
  case text
  /// A picture.
  case photo
  /// A drawing by hand.
  case drawing
}

/// The status of an issue.
package enum IssueStatus: String, Codable, Sendable, CaseIterable {
  /// Not settled yet.
  case open
  /// Settled.
  case closed
}

/// Who sees an annotation.
package enum ShareStatus: String, Codable, Sendable, CaseIterable {
  /// All members of the project.
  case shared
  /// Only its author.
  case personal
}
