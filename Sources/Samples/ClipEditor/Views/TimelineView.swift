import SampleSupport

/// The timeline as plain text: a row of bars for each track, the selected one with a star, and the
/// playhead below.
struct TimelineView: CustomStringConvertible {
  var model: TimelineModel

  var description: String {
    (model.rows.map(line) + [title("") + blanks(model.playhead) + "▲"]).joined(separator: "\n")
  }

  // The longest title is 'stickers'.
  private func title(_ text: String) -> String { text.padding(to: 9) }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }

  private func line(_ row: TimelineModel.Row) -> String {
    var line = title(row.title)
    var column = 0
    for bar in row.bars {
      line += blanks(bar.columns.lowerBound - column) + picture(bar)
      column = bar.columns.upperBound
    }
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// `[1 beach.mov─────]`, as much of it as there are columns for.
  private func picture(_ bar: TimelineModel.Bar) -> String {
    let width = bar.columns.count
    guard width > 2 else { return String(repeating: bar.isSelected ? "*" : "|", count: width) }
    let label = ((bar.isSelected ? "*" : "") + bar.label.printable).prefix(width - 2)
    return "[" + label + String(repeating: "─", count: width - 2 - label.count) + "]"
  }
}
