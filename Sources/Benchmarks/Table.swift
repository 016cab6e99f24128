import Foundation

/// The rows as a table for people, or as JSON, a line per row.
struct Table {
  private let isJSON: Bool
  private let encoder = JSONEncoder()

  init(isJSON: Bool) {
    self.isJSON = isJSON
    encoder.outputFormatting = [.sortedKeys]
  }

  func printHeader() {
    guard !isJSON else { return }
    print(line("what", "input", "Playhead", "other", "ratio", "goal", "other is"))
    print(String(repeating: "─", count: 132))
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
    let widths = [34, 22, 18, 12, 8, 9, 32]
    return zip(columns, widths).enumerated().map { index, column in
      let padding = String(repeating: " ", count: max(column.1 - column.0.count, 1))
      // Figures stand at the right, words at the left.
      return (2...5).contains(index) ? padding + column.0 + " " : column.0 + padding
    }.joined()
  }

  private func figure(_ number: Double) -> String {
    let digits = number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : 3
    return String(format: "%.\(digits)f", number)
  }
}
