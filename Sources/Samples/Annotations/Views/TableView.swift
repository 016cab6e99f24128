import SampleSupport

/// A table as lines of text.
struct TableView {
  let title: String
  let table: TableViewModel

  var lines: [String] { [title] + table.sections.flatMap(lines) + [button] }

  private func lines(of section: TableViewModel.Section) -> [String] {
    guard let header = section.header else { return section.cells.map { "  " + line(of: $0) } }
    return ["  \(header)"] + section.cells.map { "    " + line(of: $0) }
  }

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
