import SampleSupport

/// The whole screen as plain text: the sheet, the issues beside it, and the popover if it is open.
struct ScreenView: CustomStringConvertible {
  let status: StatusViewModel
  let sheet: SheetViewModel?
  let issues: IssueListViewModel
  let filters: TableViewModel?

  var description: String {
    let status = StatusView(status: status).lines
    let filters = filters.map { TableView(title: "Filters", table: $0).lines } ?? []
    let room = room(beside: status, filters)
    let parts = [
      status,
      sheet.map { SheetView(sheet: $0).lines(room: room.marks) } ?? [],
      IssueListView(list: issues).lines(room: room.issues),
      filters,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// The lines left for the two lists: half for each, and the lines that one does not need for the other.
  private func room(
    beside status: [String], _ filters: [String]
  ) -> (marks: Int, issues: Int) {
    // Both lists have a blank line and a title, and the sheet may have a line about hidden annotations.
    let taken = status.count + (filters.isEmpty ? 0 : filters.count + 1) + 5
    let room = Page.lines - taken
    let marks = sheet?.marks.count ?? 0
    let forMarks = max(room / 2, room - issues.rows.count)
    return (forMarks, room - min(marks, forMarks))
  }
}
