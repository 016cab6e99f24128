package import Foundation

/// A change to one annotation, made here and sent to the server.
package struct Change: Codable, Sendable, Hashable, Identifiable {
  /// The server's means to notice that it got a change twice: an answer may be lost on the way.
  package let id: UUID
  /// The annotation.
  package let subject: UUID
  /// The number of the annotation's sheet.
  package let sheet: Int
  /// The annotation's own number, for sentences.
  package let number: Int
  /// Who made it.
  package let author: String
  /// When.
  package let date: Date
  /// The annotation as it was, to go back to when the server refuses; nil if there was none.
  package var before: Annotation?
  /// What is done to it.
  package let operation: Operation

  /// A change with all that belongs to it.
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

  /// The annotation as it is then; nil if there is none.
  package var after: Annotation? { operation.applied(to: before) }

  /// What can be done to an annotation.
  package enum Operation: Codable, Sendable, Hashable {
    /// It is made.
    case add(Annotation)
    /// Its issue is settled, or open again.
    case setStatus(IssueStatus)
    /// Somebody is to settle its issue, or nobody.
    case assign(String?)
    /// Everybody may see it.
    case share
    /// It is gone.
    case delete

    /// `row` with this done to it.
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

/// What became of one annotation: the row that it is now, or none.
package struct RowUpdate: Codable, Sendable, Hashable {
  /// The annotation.
  package let id: UUID
  /// The number of its sheet.
  package let sheet: Int
  /// The annotation as it is now; nil if it is gone.
  package let row: Annotation?
}
