import SampleSupport

/// The issues, one per line.
struct IssueListView {
  let list: IssueListViewModel

  /// The visible lines, at most `room` for the issues.
  func lines(room: Int) -> [String] {
    guard !list.rows.isEmpty else { return [] }
    let rows = list.rows.map { row in
      ["  #\(row.number)", row.status, row.assignee, row.title.printable, waiting(row)]
    }
    return ["Issues"] + columns(rows).folded(to: room, keeping: list.latest) { "  … \($0) more" }
  }

  private func waiting(_ row: IssueListViewModel.Row) -> String {
    row.waitingCount == 0 ? "" : "↑\(row.waitingCount)"
  }
}
