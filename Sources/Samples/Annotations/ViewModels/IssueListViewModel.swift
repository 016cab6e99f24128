import Foundation

/// The issue list, as a function of the issues and of the waiting changes.
package struct IssueListViewModel: Hashable, Sendable {
  /// An issue in the list.
  package struct Row: Hashable, Sendable {
    /// The number that users see.
    package let number: Int
    /// What is to be done.
    package let title: String
    /// The status.
    package let status: String
    /// The person who settles it.
    package let assignee: String
    /// The number of its changes that the server does not have yet.
    package let waitingCount: Int
  }

  /// The issues, by number.
  package let rows: [Row]
  /// The index of the annotation that was changed last; nil if it is not listed.
  package let latest: Int?

  /// A list of all issues of the sheet. Filters only apply to the sheet.
  package static func list(_ issues: LiveQuery, _ outbox: Outbox) -> Self {
    IssueListViewModel(
      rows: issues.rows.compactMap { row(for: $0, waiting: outbox.pending) },
      latest: issues.rows.firstIndex { $0.id == outbox.latest })
  }

  private static func row(for annotation: Annotation, waiting: [Change]) -> Row? {
    guard let issue = annotation.issue else { return nil }
    return Row(
      number: annotation.number, title: annotation.title, status: issue.status.rawValue,
      assignee: issue.assignee ?? "nobody",
      waitingCount: waiting.count { $0.subject == annotation.id })
  }
}
