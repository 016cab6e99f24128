package import Foundation

/// A change of one annotation, made here and sent to the server.
package struct Change: Codable, Sendable, Hashable, Identifiable {
  /// Lets the server recognize a change that it gets twice, because its answer may be lost.
  package let id: UUID
  /// The annotation's ID.
  package let subject: UUID
  /// The number of the annotation's sheet.
  package let sheet: Int
  /// The annotation's number, for sentences.
  package let number: Int
  /// The person who made it.
  package let author: String
  /// The time.
  package let date: Date
  /// The annotation before the change, to restore if the server rejects it; nil if there was none.
  package var before: Annotation?
  /// The operation on the annotation.
  package let operation: Operation

  package init(
    id: UUID, subject: UUID, sheet: Int, number: Int, author: String, date: Date,
    before: Annotation?, operation: Operation
  ) {
    self.id = id
    self.subject = subject
    self.sheet = sheet
    self.number = number
    self.author = author
    self.date = date
    self.before = before
    self.operation = operation
  }

  /// The annotation after the change; nil if there is none.
  package var after: Annotation? { operation.applied(to: before) }

  /// An operation on an annotation.
  package enum Operation: Codable, Sendable, Hashable {
    /// Adds it.
    case add(Annotation)
    /// Closes its issue, or opens it again.
    case setStatus(IssueStatus)
    /// Assigns its issue to a person, or to no one.
    case assign(String?)
    /// Lets all project members see it.
    case share
    /// Deletes it.
    case delete

    /// `row` after this operation.
    func applied(to row: Annotation?) -> Annotation? {
      switch self {
      case .add(let annotation): annotation
      case .setStatus(let status): row?.changingIssue { $0.status = status }
      case .assign(let name): row?.changingIssue { $0.assignee = name }
      case .share:
        row.map { row in
          var row = row
          row.shareStatus = .shared
          return row
        }
      case .delete: nil
      }
    }
  }
}

/// An update of one annotation: its new row, or none.
package struct RowUpdate: Codable, Sendable, Hashable {
  /// The annotation's ID.
  package let id: UUID
  /// The number of its sheet.
  package let sheet: Int
  /// The annotation's new row; nil if it was deleted.
  package let row: Annotation?
}
