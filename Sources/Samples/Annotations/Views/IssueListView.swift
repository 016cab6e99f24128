import SampleSupport

/// The issues, one per line.
struct IssueListView {
  let list: IssueListViewModel

  /// What is seen of them, if they may take so many lines.
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
