import SampleSupport

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

/// The first lines: project, network, notices.
private struct StatusView {
  let status: StatusViewModel

  var lines: [String] {
    ["\(status.project.printable) · \(status.sync)"] + status.notices.map { "! \($0.printable)" }
  }
}

/// A sheet with its marks.
private struct SheetView {
  let sheet: SheetViewModel

  var lines: [String] {
    let marks = sheet.marks.map { mark in
      ["  #\(mark.number)", mark.kind, mark.title.printable, mark.origin]
    }
    return [sheet.title.printable] + columns(marks) + hidden
  }

  private var hidden: [String] {
    sheet.hiddenCount == 0 ? [] : ["  (the filters hide \(sheet.hiddenCount))"]
  }
}

/// The issues, one per line.
private struct IssueListView {
  let list: IssueListViewModel

  var lines: [String] {
    guard !list.rows.isEmpty else { return [] }
    let rows = list.rows.map { row in
      ["  #\(row.number)", row.status, row.assignee, row.title.printable, waiting(row)]
    }
    return ["Issues"] + columns(rows)
  }

  private func waiting(_ row: IssueListViewModel.Row) -> String {
    row.waitingCount == 0 ? "" : "↑\(row.waitingCount)"
  }
}
