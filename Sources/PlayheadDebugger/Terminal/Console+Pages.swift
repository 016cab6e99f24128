import PlayheadValues

/// How much of a terminal's page is left.
struct Page {
  /// Lines of a page: one fewer than the terminal has, for the question below.
  let height: Int
  var left: Int

  init?(_ console: Console) {
    guard console.isInteractive, console.watchesOutput, console.canMove,
      let height = console.terminal.height, height >= 3
    else { return nil }
    (self.height, left) = (height - 1, height - 1)
  }
}

extension Console {
  /// Does `body`, and stops after each page of what it prints until the reader wants the next; not
  /// unless a person reads and types.
  func paged(_ body: () throws -> Void) throws {
    page = Page(self)
    defer { page = nil }
    do {
      try body()
    } catch OutputError.dismissed {
      // The reader has seen enough.
    }
  }

  func printPaged(_ text: StyledText) throws(OutputError) {
    for line in text.lines {
      let rows = rows(of: line)
      if let page, rows > page.left, page.left < page.height { try askForMore() }
      try printAtOnce(line)
      page?.left -= rows
    }
  }

  /// How many rows of the terminal a line takes.
  private func rows(of line: StyledText) -> Int {
    max(1, (line.count + width - 1) / width)
  }

  /// Who has typed the next command does not want to be asked, and the command is not the answer.
  private func askForMore() throws(OutputError) {
    guard !terminal.hasLineWaiting else { return page = nil }
    let question = "-- more: Space for a page, Enter for a line, q to stop --"
    try write(StyledText(String(question.prefix(width - 1)), .dim))
    let key = (try? terminal.readKey()) ?? "q"
    try eraseLine()
    switch key {
    case "q", "Q", "\u{3}", "\u{4}", "\u{1B}": throw .dismissed
    case "\r", "\n": page?.left = 1
    default: page = Page(self)
    }
  }
}
