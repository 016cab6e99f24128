import PlayheadCoding
package import PlayheadValues

/// A table of text. Each column is as wide as its widest cell, and columns are two spaces apart.
///
///     var table = Table([.right, .left])
///     table.add(["1", "Insert"])
///     try console.print(table)
package struct Table {
  /// The side of the column that a cell aligns to.
  package enum Alignment: Sendable {
    case left
    case right
  }

  package struct Cell: Sendable, ExpressibleByStringInterpolation {
    let text: String
    let style: Style?

    package init(_ text: String, _ style: Style? = nil) {
      self.text = text.visible
      self.style = style
    }

    package init(stringLiteral text: String) {
      self.init(text)
    }
  }

  private let columns: [Alignment]
  private var rows: [[Cell]] = []

  package init(_ columns: [Alignment]) { self.columns = columns }

  /// Adds a row. Missing cells are empty.
  ///
  /// - Precondition: `cells` has at most as many elements as the table has columns.
  package mutating func add(_ cells: [Cell]) {
    precondition(cells.count <= columns.count, "a row of the table has more cells than columns")
    rows.append(cells)
  }

  package var lines: [String] { styledLines.map(\.plain) }

  package var styledLines: [StyledText] {
    let widths = columns.indices.map { column in
      rows.map { column < $0.count ? $0[column].text.columns : 0 }.max() ?? 0
    }
    return rows.map { line($0, widths) }
  }

  private func line(_ row: [Cell], _ widths: [Int]) -> StyledText {
    var line: StyledText = ""
    var gap = 0
    for (column, cell) in row.enumerated() {
      let space = widths[column] - cell.text.columns
      let before = columns[column] == .right ? space : 0
      // Writes spaces only before the next text, so that no line ends in spaces.
      if !cell.text.isEmpty {
        line += "\(String(repeating: " ", count: gap + before))\(StyledText(cell.text, cell.style))"
        gap = 0
      }
      gap += (cell.text.isEmpty ? widths[column] : space - before) + 2
    }
    return line
  }
}

/// Breaks text into lines.
package enum Wrapping {
  /// `text` in lines of at most `width` columns, broken at spaces. A longer word has its own line.
  package static func lines(of text: String, width: Int) -> [String] {
    lines(of: text.split(separator: " ").map(String.init), width: width, indent: 0)
  }

  /// `text` with each of its lines broken at spaces. The parts of a line begin with the line's spaces.
  package static func text(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indent = line.prefix { $0 == " " }.count
      guard line.columns > width, indent < width else { return String(line) }
      let words = line.dropFirst(indent).split(separator: " ", omittingEmptySubsequences: false)
      let margin = String(repeating: " ", count: indent)
      return lines(of: phrases(words, width: width - indent), width: width - indent, indent: 0)
        .map { margin + $0 }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The words, with those between quotation marks joined if they fit on a line, so that you can copy a command.
  private static func phrases(_ words: [Substring], width: Int) -> [String] {
    func isEnd(_ word: Substring) -> Bool {
      word.count > 1 && word.reversed().first { !",;:.?)".contains($0) } == "'"
    }
    var phrases: [String] = []
    var rest = words[...]
    while let word = rest.first {
      var count = 1
      if word.hasPrefix("'"), let end = rest.firstIndex(where: isEnd) {
        let columns = rest[...end].reduce(-1) { $0 + 1 + $1.columns }
        if columns <= width { count = end - rest.startIndex + 1 }
      }
      phrases.append(rest.prefix(count).joined(separator: " "))
      rest = rest.dropFirst(count)
    }
    return phrases
  }

  /// `words` in lines of at most `width` columns. All lines but the first begin with `indent` spaces.
  package static func lines(of words: [String], width: Int, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for word in words {
      if let line = lines.last, line.columns + 1 + word.columns <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append((lines.isEmpty ? "" : margin) + word)
      }
    }
    return lines
  }
}
