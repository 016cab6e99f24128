import SampleSupport

/// A table as lines of text, with one line for each section that fits on one.
struct TableView {
  let title: String
  let table: TableViewModel

  var lines: [String] { [title] + table.sections.flatMap(lines) + [button] }

  private func lines(of section: TableViewModel.Section) -> [String] {
    let cells = section.cells.map(line)
    let header = section.header.map { "  " + $0.padding(to: headerWidth) } ?? ""
    let line = header + "  " + cells.joined(separator: "  ")
    if line.count <= Page.columns { return [line] }
    return (section.header.map { ["  " + $0] } ?? []) + cells.map { "    " + $0 }
  }

  private var headerWidth: Int { table.sections.compactMap(\.header?.count).max() ?? 0 }

  private func line(of cell: TableViewModel.Cell) -> String {
    switch cell {
    case .toggle(let title, let isOn): "[\(isOn ? "x" : " ")] \(title.printable)"
    case .disclosure(let title, let count): "\(title) >" + (count == 0 ? "" : " (\(count) on)")
    }
  }

  private var button: String {
    table.button.isEnabled ? "  <\(table.button.title)>" : "  (\(table.button.title))"
  }
}
