import SampleSupport

/// Rows of words, with each column as wide as its widest word.
func columns(_ rows: [[String]]) -> [String] {
  let count = rows.map(\.count).max() ?? 0
  let widths = (0..<count).map { column in
    rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
  }
  return rows.map { row in
    let words = zip(row, widths).map { word, width in word.padding(to: width) }
    return words.joined(separator: "  ").trimmingBlanksAtEnd
  }
}

extension String {
  fileprivate var trimmingBlanksAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
