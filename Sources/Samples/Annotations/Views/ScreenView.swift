/// The whole screen as plain text: the sheet, the issues beside it, and the popover when it is open.
struct ScreenView: CustomStringConvertible {
  let status: StatusViewModel
  let sheet: SheetViewModel?
  let issues: IssueListViewModel
  let filters: TableViewModel?

  var description: String {
    let parts = [
      StatusView(status: status).lines,
      sheet.map { SheetView(sheet: $0).lines } ?? [],
      IssueListView(list: issues).lines,
      filters.map { TableView(title: "Filters", table: $0).lines } ?? [],
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }
}
