import Foundation

/// Prints the rows as a table, or as JSON, one line per row.
struct Table {
  private let isJSON: Bool
  private let encoder = JSONEncoder()

  /// The least width of each column, in characters.
  private static let widths = [32, 29, 17, 9, 7, 7, 28]
  private static let gap = 2

  init(isJSON: Bool) {
    self.isJSON = isJSON
    encoder.outputFormatting = [.sortedKeys]
  }

  func printHeader() {
    guard !isJSON else { return }
    print(line("what", "input", "Playhead", "other", "ratio", "goal", "other is"))
    let gaps = Self.gap * (Self.widths.count - 1)
    print(String(repeating: "─", count: Self.widths.reduce(0, +) + gaps))
  }

  /// Prints what the rows have no room for.
  func printNotes() {
    guard !isJSON else { return }
    print(
      """

      'record an action' is the time on the thread that dispatches, without any stores; chunks are
      packed and written on another. It is the default recording: the action is in a mapped file
      before any store sees it (there is a tail, or the run fails), and so, as a line or an INSERT,
      safe from the end of the process. 'of an action recorded' has its parts, each measured alone.
      Percentiles are of single calls, clock included. 'Flat out' is more than any app does: what the
      other thread cannot take by then is left out, and counted in the log.
      """)
  }

  func print(_ row: Row) throws {
    if isJSON {
      Swift.print(String(decoding: try encoder.encode(row), as: UTF8.self))
    } else {
      let goal = row.goal.map { "≤ " + figure($0) } ?? ""
      print(
        line(
          row.subject, row.input, "\(figure(row.playhead)) \(row.unit.rawValue)",
          figure(row.other), figure(row.ratio), goal, row.competitor))
    }
  }

  private func print(_ text: String) {
    Swift.print(text)
  }

  private func line(_ columns: String...) -> String {
    zip(columns, Self.widths).enumerated().map { index, column in
      let padding = String(repeating: " ", count: max(column.1 - column.0.count, 0))
      // Numbers align right, words left.
      if (2...5).contains(index) { return padding + column.0 }
      return index == 6 ? column.0 : column.0 + padding
    }.joined(separator: String(repeating: " ", count: Self.gap))
  }

  private func figure(_ number: Double) -> String {
    let digits = number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : 3
    return String(format: "%.\(digits)f", number)
  }
}
