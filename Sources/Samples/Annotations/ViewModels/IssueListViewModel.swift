import Foundation

/// The list of issues as a function of the issues and of what waits for the server.
package struct IssueListViewModel: Hashable, Sendable {
  /// An issue in the list.
  package struct Row: Hashable, Sendable {
    /// What people call it.
    package let number: Int
    /// What has to be settled.
    package let title: String
    /// How far it is.
    package let status: String
    /// Who settles it.
    package let assignee: String
    /// How many changes of it the server does not know yet.
    package let waitingCount: Int
  }

  /// The issues, by number.
  package let rows: [Row]
  /// The place of the one that was changed last; nil if it is not among them.
  package let latest: Int?

  /// A list of all issues of the sheet: the filters are the sheet's.
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
