import SampleSupport

/// The timeline as plain text: a row of bars for each track, with a star for the selected item, and the
/// playhead below. Items too short for a letter are '…', and counted at the end.
struct TimelineView {
  var model: TimelineModel

  var lines: [String] { model.rows.map(line) + [title("") + blanks(model.playhead) + "▲"] }

  // The longest title is 'stickers'.
  private func title(_ text: String) -> String { text.padding(to: 9) }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }

  private func line(_ row: TimelineModel.Row) -> String {
    var line = title(row.title)
    if row.foldedCount > 0 { return line + "… \(row.foldedCount) more" }
    var column = 0
    for bar in row.bars {
      line += blanks(bar.columns.lowerBound - column) + picture(bar)
      column = bar.columns.upperBound
    }
    line += hidden(row)
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// The number of items that are only '…', because there is no column for them.
  private func hidden(_ row: TimelineModel.Row) -> String {
    let count = row.bars.map(\.hiddenCount).reduce(0, +)
    return count == 0 ? "" : " +\(count)"
  }

  /// `[1 beach.mov─────]`, cut to the available columns.
  private func picture(_ bar: TimelineModel.Bar) -> String {
    let width = bar.columns.count
    guard width > 2 else {
      let letter = bar.isSelected ? "*" : bar.hiddenCount > 0 ? "…" : "|"
      return String(repeating: letter, count: width)
    }
    let label = ((bar.isSelected ? "*" : "") + bar.label.printable).prefix(width - 2)
    return "[" + label + String(repeating: "─", count: width - 2 - label.count) + "]"
  }
}
